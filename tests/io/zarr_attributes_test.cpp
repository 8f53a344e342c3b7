// The attributes of a Zarr that say what its values mean, by the CF conventions.
#include "support.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace preamar::test {
namespace {

class ZarrAttributes : public FileTest {};

TEST_F(ZarrAttributes, say_what_values_mean) {
  const ImageType type{DType::float32, {6, 5}};
  for (const char* name : {"a.zarr", "a.ome.zarr"})
    for (const double nodata : {0.1f, -9999.f, std::numeric_limits<float>::quiet_NaN()}) {
      Metadata expected = {
          .axes = {{"y"}, {"x"}}, .nodata = nodata, .quantity = {-0.1, 200, "m", "depth <h\xC3\xB6he>"}};
      write_image(folder_ / name, Image(type), {.overwrite = true, .metadata = expected});
      EXPECT_EQ(describe(folder_ / name).metadata, expected) << name << nodata;
      EXPECT_TRUE(metadata_loss(name, type, expected).empty());
    }
  const Metadata too_low = {.nodata = -9999};
  EXPECT_EQ(metadata_loss("a.zarr", {DType::uint8, {6, 5}}, too_low), std::vector<std::string>({"nodata"}));
  for (const auto& [dtype, nodata] : {std::pair{DType::uint8, 255.0},
                                      {DType::int64, -9007199254740992.0},
                                      {DType::uint64, 18446744073709549568.0},
                                      {DType::boolean, 1.0}}) {
    write_image(folder_ / "b.zarr", Image(ImageType{dtype, {6, 5}}),
                {.overwrite = true, .metadata = {.nodata = nodata}});
    EXPECT_EQ(describe(folder_ / "b.zarr").metadata.nodata, nodata) << name_of(dtype);
  }
}

TEST_F(ZarrAttributes, without_a_meaning_are_refused) {
  const auto described = [&](const std::string& attributes, const ReadOptions& options = {}) -> Metadata {
    fs::create_directories(folder_ / "a.zarr");
    store(
        folder_ / "a.zarr" / "zarr.json",
        R"({"zarr_format":3,"node_type":"array","shape":[6,5],"data_type":"float32","fill_value":0,"codecs":["bytes"],)"
        R"("chunk_grid":{"name":"regular","configuration":{"chunk_shape":[6,5]}},"chunk_key_encoding":"default",)"
        R"("attributes":{)" +
            attributes + "}}");
    return describe(folder_ / "a.zarr", options).metadata;
  };
  for (const char* wrong :
       {R"("scale_factor":0)", R"("scale_factor":"0.5")", R"("scale_factor":[2])", R"("scale_factor":true)",
        R"("add_offset":"NaN")", R"("add_offset":{})", R"("_FillValue":"AAAAAAAA+H8")",
        R"("_FillValue":"AAAA!AAA+H8=")", R"("_FillValue":[])", R"("_FillValue":"")"}) {
    expect_error(ErrorKind::input, {"correct it, or read only the pixels with"}, [&] { described(wrong); });
    EXPECT_EQ(described(wrong, {.ignore_metadata = true}), Metadata()) << wrong;
  }
  EXPECT_EQ(described(R"("units":7,"long_name":null,"scale_factor":null)"), Metadata());
  EXPECT_EQ(described(R"("_FillValue":-1.5,"add_offset":7)"), (Metadata{.nodata = -1.5, .quantity = {.offset = 7}}));
  EXPECT_EQ(described(R"("_FillValue":"AAAAAICHw8A=")"), (Metadata{.nodata = -9999}));
  EXPECT_TRUE(std::isnan(*described(R"("_FillValue":"NaN")").nodata));
}

TEST_F(ZarrAttributes, of_version_2_are_in_a_file_of_their_own) {
  fs::create_directories(folder_ / "a.zarr");
  store(folder_ / "a.zarr" / ".zarray", R"({"zarr_format":2,"shape":[6,5],"chunks":[6,5],"dtype":"<i2","order":"C",)"
                                        R"("compressor":null,"filters":null,"fill_value":-9999})");
  EXPECT_TRUE(describe(folder_ / "a.zarr").metadata.empty());
  store(folder_ / "a.zarr" / ".zattrs", R"({"scale_factor":0.5,"units":"m"})");
  EXPECT_EQ(describe(folder_ / "a.zarr").metadata, (Metadata{.quantity = {.scale = 0.5, .unit = "m"}}));
}

TEST_F(ZarrAttributes, name_of_a_channel_is_the_description) {
  fs::create_directories(folder_ / "a.ome.zarr" / "0");
  store(folder_ / "a.ome.zarr" / ".zgroup", R"({"zarr_format":2})");
  store(folder_ / "a.ome.zarr" / "0" / ".zarray",
        R"({"zarr_format":2,"shape":[3,6,5],"chunks":[1,6,5],"dtype":"<i2","order":"C","compressor":null,)"
        R"("filters":null,"fill_value":0})");
  const auto described_with = [&](const std::string& first_axis, const std::string& omero, const std::string& select) {
    store(folder_ / "a.ome.zarr" / ".zattrs",
          R"({"multiscales":[{"version":"0.4","axes":[)" + first_axis +
              R"(,{"name":"y","type":"space"},{"name":"x","type":"space"}],"datasets":[{"path":"0"}]}],"omero":)" +
              omero + "}");
    return describe(folder_ / "a.ome.zarr", {.select = select}).metadata.quantity.description;
  };
  const auto described = [&](const std::string& omero, int channel) {
    return described_with(R"({"name":"c","type":"channel"})", omero, "c=" + std::to_string(channel));
  };
  const std::string named = R"({"channels":[{"label":"DAPI"},{"label":7}]})";
  EXPECT_EQ(described(named, 0), "DAPI");
  for (const int channel : {1, 2}) EXPECT_EQ(described(named, channel), "");
  for (const char* const other : {"null", "7", "{}", R"({"channels":7})", R"({"channels":[7]})"})
    EXPECT_EQ(described(other, 0), "") << other;
  // Without an axis of channels, the image may be any of several channels.
  const std::string planes = R"({"name":"z","type":"space"})";
  EXPECT_EQ(described_with(planes, named, ""), "");
  EXPECT_EQ(described_with(planes, R"({"channels":[{"label":"DAPI"}]})", ""), "DAPI");
  store(folder_ / "a.ome.zarr" / "0" / ".zattrs", R"({"long_name":"depth"})");
  EXPECT_EQ(described(named, 0), "depth");
}

TEST_F(ZarrAttributes, leave_nodata_out_of_means) {
  Image image(ImageType{DType::uint8, {2, 2}});
  constexpr std::uint8_t pixels[] = {255, 4, 6, 255};
  std::memcpy(ImageView(image).data(), pixels, sizeof pixels);
  write_image(folder_ / "a.ome.zarr", image, {.metadata = {.nodata = 255}, .chunk = {1, 1}, .pyramid = "mean"});
  const Image half = read_image(folder_ / "a.ome.zarr", {.level = 1});
  EXPECT_EQ(*static_cast<const std::uint8_t*>(ConstImageView(half).data()), 5);
}

}  // namespace
}  // namespace preamar::test
