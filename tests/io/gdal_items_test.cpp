// The scale, offset, unit and description of values, as GDAL's items in a GeoTIFF.
#include "io/tiff/gdal_items.h"

#include "support.h"

#include <string>

namespace preamar::test {
namespace {

using io::GdalItems;
using io::read_gdal_items;
using io::write_gdal_items;

// As GDAL 3.6 wrote it for two bands.
const std::string two_bands =
    "<GDALMetadata>\n"
    "  <Item name=\"WHOLE\">x &amp;amp; y</Item>\n"
    "  <Item name=\"KEEP\" sample=\"0\">band 1 &amp;lt;&amp;amp;&amp;gt;</Item>\n"
    "  <Item name=\"STATISTICS_MEAN\" sample=\"0\">7</Item>\n"
    "  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">200</Item>\n"
    "  <Item name=\"SCALE\" sample=\"0\" role=\"scale\">0.100000000000000006</Item>\n"
    "  <Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">m</Item>\n"
    "  <Item name=\"DESCRIPTION\" sample=\"0\" role=\"description\">depth &amp;amp; &amp;lt;water&amp;gt; "
    "\u00B5</Item>\n"
    "  <Item name=\"KEEP\" sample=\"1\">band 2</Item>\n"
    "  <Item name=\"OFFSET\" sample=\"1\" role=\"offset\">0.5</Item>\n"
    "  <Item name=\"UNITTYPE\" sample=\"1\" role=\"unittype\">\u00B0C</Item>\n"
    "</GDALMetadata>\n";

std::string list(const std::string& items) { return "<GDALMetadata>\n" + items + "</GDALMetadata>\n"; }

TEST(GdalItems, are_those_of_the_image_and_of_one_band) {
  const GdalItems first = read_gdal_items("a.tif", two_bands, 0);
  EXPECT_EQ(first.quantity, (Quantity{0.1, 200, "m", "depth & <water> \u00B5"}));
  EXPECT_EQ(first.others, list("  <Item name=\"WHOLE\">x &amp;amp; y</Item>\n"
                               "  <Item name=\"KEEP\" sample=\"0\">band 1 &amp;lt;&amp;amp;&amp;gt;</Item>\n"));
  const GdalItems second = read_gdal_items("a.tif", two_bands, 1);
  EXPECT_EQ(second.quantity, (Quantity{1, 0.5, "\u00B0C", ""}));
  EXPECT_EQ(second.others, list("  <Item name=\"WHOLE\">x &amp;amp; y</Item>\n"
                                "  <Item name=\"KEEP\" sample=\"0\">band 2</Item>\n"));
  const GdalItems none = read_gdal_items("a.tif", two_bands, -1);
  EXPECT_EQ(none.quantity, Quantity());
  EXPECT_EQ(none.others, list("  <Item name=\"WHOLE\">x &amp;amp; y</Item>\n"));
}

TEST(GdalItems, come_back_as_they_were_written) {
  for (const Quantity& quantity : {Quantity(), Quantity{0.1, 200, "m", "a & b < \"c\" 'd' \u00B5 \u6DF1"},
                                   Quantity{-1e300, 5e-324, "", ""}, Quantity{1, 0, "", "&amp;"}})
    for (const std::string& others : {std::string(), list("  <Item name=\"A\" sample=\"0\">1</Item>\n")}) {
      const GdalItems found = read_gdal_items("a.tif", write_gdal_items({quantity, others}), 0);
      EXPECT_EQ(found.quantity, quantity);
      EXPECT_EQ(found.others, others);
    }
  EXPECT_EQ(write_gdal_items({}), "");
}

TEST(GdalItems, of_strangers) {
  const auto quantity = [](const std::string& items) { return read_gdal_items("a.tif", list(items), 0).quantity; };
  EXPECT_EQ(quantity("<Item role='SCALE' sample='0' name='x'> +2 </Item>").scale, 2);
  EXPECT_EQ(quantity("<Item role='scale' name='x'>2</Item>").scale, 1);
  EXPECT_EQ(quantity("<Item role='description' sample='0'>a\x1B[31m\nb\xB5</Item>").description, "a [31m b\u00B5");
  for (const char* const broken : {"<Item role='unittype' sample='0'>m", "<Item role='unittype' sample='0'", "<Item",
                                   "<Item role='unittype' sample='0'/>m", "<Item role='unittype", "&#99999999999;"})
    (void)quantity(broken);
  for (const char* const wrong : {"0", "nan", "inf", "1e999", "0.1.2", "one", "0x1", ""})
    if (*wrong)
      expect_error(ErrorKind::input, {"a.tif: its scale (tag 42112) is '", "remove the item"},
                   [&] { (void)quantity(std::string("<Item role='scale' sample='0'>") + wrong + "</Item>"); });
  EXPECT_EQ(read_gdal_items("a.tif", "<A><Item name=\"STATISTICS_X\">3</Item></A>", 0).others, "");
}

class GdalItemsFile : public FileTest {
 protected:
  static Metadata depths() {
    Metadata metadata;
    metadata.quantity = {0.1, 200, "m", "depth & <water> \u00B5"};
    const std::string words = list("  <Item name=\"A\">1</Item>\n");
    GeoTag tag{.number = 42112, .type = 2, .values = {}};
    for (const char letter : words) tag.values.push_back(static_cast<std::byte>(letter));
    tag.values.push_back(std::byte{0});
    metadata.georeference = {tag};
    return metadata;
  }
};

TEST_F(GdalItemsFile, quantity_goes_through_every_kind_of_tiff) {
  for (const int rank : {2, 3})
    for (const std::int64_t tile : {16, 0})
      for (const char* const name : {"a.tif", "a.btf"}) {
        const Image image = noise(DType::int16, rank == 2 ? Shape({40, 50}) : Shape({3, 40, 50}));
        for (bool has_items : {true, false}) {
          Metadata metadata = depths();
          if (!has_items) metadata.georeference.clear();
          write_image(folder_ / name, image, {.tile = tile, .overwrite = true, .metadata = metadata});
          const Metadata found = describe(folder_ / name).metadata;
          EXPECT_EQ(found.quantity, metadata.quantity) << name;
          EXPECT_EQ(found.georeference, metadata.georeference);
        }
      }
  write_image(folder_ / "cog.tif", noise(DType::int16, {100, 90}),
              {.tile = 16, .metadata = depths(), .pyramid = "mean", .cog = true});
  for (const int level : {0, 1, 2})
    EXPECT_EQ(describe(folder_ / "cog.tif", {.level = level}).metadata.quantity, depths().quantity);
}

TEST_F(GdalItemsFile, items_leave_the_resolution) {
  Metadata metadata = depths();
  metadata.axes = {{"y", "micrometer", 0.5}, {"x", "micrometer", 0.25}};
  write_image(folder_ / "a.tif", noise(DType::uint8, {20, 30}), {.metadata = metadata});
  EXPECT_EQ(describe(folder_ / "a.tif").metadata, metadata);
}

TEST_F(GdalItemsFile, ome_keeps_the_description) {
  const Image image = noise(DType::uint8, {20, 30});
  write_image(folder_ / "a.ome.tif", image, {.metadata = depths()});
  EXPECT_EQ(describe(folder_ / "a.ome.tif").metadata.quantity, (Quantity{1, 0, "", depths().quantity.description}));
  EXPECT_EQ(metadata_loss(folder_ / "a.ome.tif", image.type(), depths()),
            (std::vector<std::string>{"georeference", "scale and offset of the values", "unit of the values"}));
}

}  // namespace
}  // namespace preamar::test
