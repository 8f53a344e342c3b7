// Metadata from file to file: what a format keeps comes back equal, and what it does not keep is reported.
#include <preamar/io.h>
#include <preamar/operator.h>

#include "io/georeference.h"
#include "io/metadata.h"
#include "tools/raises.h"

#include <gtest/gtest.h>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace preamar::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class MetadataTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("metadata-" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Writes an image of that rank with this metadata, and returns what is read back.
  Metadata through(const std::string& name, const Metadata& metadata, int rank = 2, WriteOptions options = {}) {
    const Image image(ImageType{DType::float32, rank == 2 ? Shape({6, 5}) : Shape({4, 6, 5})});
    options.metadata = metadata;
    options.overwrite = true;
    write_image(folder_ / name, image, options);
    return describe(folder_ / name).metadata;
  }
  [[nodiscard]] Words lost(const std::string& name, const Metadata& metadata, int rank = 2) const {
    return metadata_loss(folder_ / name, {DType::float32, rank == 2 ? Shape({6, 5}) : Shape({4, 6, 5})}, metadata);
  }

  fs::path folder_;
};

Metadata grid(int rank) {
  Metadata metadata;
  if (rank == 3) metadata.axes.push_back({"z", "micrometer", 2});
  metadata.axes.push_back({"y", "micrometer", 0.5});
  metadata.axes.push_back({"x", "micrometer", 0.25});
  return metadata;
}

template <class T>
GeoTag tag_of(std::uint16_t number, std::uint16_t type, const std::vector<T>& values) {
  GeoTag tag{.number = number, .type = type, .values = std::vector<std::byte>(values.size() * sizeof(T))};
  std::memcpy(tag.values.data(), values.data(), tag.values.size());
  return tag;
}

// 30 m pixels in UTM zone 33 N, its corner at (500000, 4000000).
Metadata raster() {
  Metadata metadata;
  metadata.georeference = {
      tag_of<double>(io::geo::pixel_scale, 12, {30, 30, 0}),
      tag_of<double>(io::geo::tie_points, 12, {0, 0, 0, 500000, 4000000, 0}),
      tag_of<std::uint16_t>(io::geo::keys, 3, {1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633}),
  };
  metadata.axes = io::axes_of(metadata.georeference);
  metadata.nodata = -9999;
  return metadata;
}

TEST_F(MetadataTest, spacing_comes_back) {
  for (const int rank : {2, 3})
    for (const char* name : {"a.ome.zarr", "a.ome.tif", "a.nrrd", "a.nhdr"}) {
      EXPECT_EQ(through(name, grid(rank), rank), grid(rank)) << name << " of rank " << rank;
      EXPECT_EQ(lost(name, grid(rank), rank), Words()) << name;
    }
}

TEST_F(MetadataTest, a_plain_tiff_has_the_spacing_of_a_plane) {
  for (const std::int64_t tile : {256, 0}) {
    const Metadata found = through("a.tif", grid(2), 2, {.tile = tile});
    ASSERT_EQ(found.axes.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(found.axes[i].unit, "micrometer");
      EXPECT_NEAR(found.axes[i].scale, grid(2).axes[i].scale, 1e-7);
    }
  }
  EXPECT_EQ(lost("a.tif", grid(3), 3), Words({"spacing", "unit"}));
  Metadata pixels = grid(2);
  for (Axis& axis : pixels.axes) axis.unit = "";
  EXPECT_EQ(lost("a.tif", pixels), Words({"spacing"}));
}

TEST_F(MetadataTest, origin_and_direction_come_back) {
  Metadata turned = grid(3);
  turned.origin = {10, -20, 30};
  turned.direction = {0, 0, 1, 1, 0, 0, 0, -1, 0};
  turned.space = "LPS";
  for (const char* name : {"a.nrrd", "a.mhd", "a.nii", "a.nii.gz"}) {
    EXPECT_EQ(through(name, turned, 3), turned) << name;
    EXPECT_EQ(lost(name, turned, 3), Words()) << name;
  }
  Metadata shifted = grid(3);
  shifted.origin = turned.origin;
  EXPECT_EQ(through("a.ome.zarr", turned, 3), shifted);
  EXPECT_EQ(lost("a.ome.zarr", turned, 3), Words({"direction"}));
  EXPECT_EQ(lost("a.ome.tif", turned, 3), Words({"origin", "direction"}));
  EXPECT_EQ(lost("a.png", turned), Words({"spacing", "unit", "origin", "direction"}));
}

// The axes of a plane in NIfTI and MetaImage are left and posterior; NRRD has a name for three axes only.
TEST_F(MetadataTest, origin_and_direction_of_a_plane_come_back) {
  Metadata turned = grid(2);
  turned.origin = {-20, 30};
  turned.direction = {0, -1, 1, 0};
  turned.space = "LPS";
  for (const char* name : {"a.mha", "a.nii"}) EXPECT_EQ(through(name, turned), turned) << name;
  Metadata unnamed = turned;
  unnamed.space = "";
  EXPECT_EQ(through("a.nrrd", turned), unnamed);
  for (const char* name : {"a.nrrd", "a.mha", "a.nii"}) EXPECT_EQ(lost(name, turned), Words()) << name;
}

TEST_F(MetadataTest, units_come_back_as_the_format_has_them) {
  const auto with_units = [](const std::string& y, const std::string& x) {
    Metadata metadata = grid(2);
    metadata.axes[0].unit = y;
    metadata.axes[1].unit = x;
    return metadata;
  };
  for (const char* name : {"a.nrrd", "a.mha", "a.nii"})
    EXPECT_EQ(through(name, with_units("", "")), with_units("", "")) << name;
  EXPECT_EQ(through("a.nrrd", with_units("parsec", "lightyear")), with_units("parsec", "lightyear"));
  EXPECT_EQ(through("a.nrrd", with_units("a\"b", "c\nd")), with_units("", ""));
  EXPECT_EQ(lost("a.nrrd", with_units("a\"b", "c")), Words({"unit"}));
  EXPECT_EQ(through("a.mha", with_units("centimeter", "centimeter")), with_units("centimeter", "centimeter"));
  EXPECT_EQ(through("a.nii", with_units("meter", "meter")), with_units("meter", "meter"));
  for (const char* name : {"a.mha", "a.nii"}) {
    EXPECT_EQ(through(name, with_units("millimeter", "micrometer")), with_units("", "")) << name;
    EXPECT_EQ(lost(name, with_units("nanometer", "nanometer")), Words({"unit"})) << name;
  }
}

TEST_F(MetadataTest, nifti_says_what_values_mean) {
  Metadata scaled = grid(3);
  scaled.quantity = {.scale = -0.25, .offset = 200, .description = "depth of the sea"};
  for (const char* name : {"a.nii", "a.nii.gz"}) {
    EXPECT_EQ(through(name, scaled, 3), scaled) << name;
    EXPECT_EQ(lost(name, scaled, 3), Words()) << name;
  }
  scaled.quantity.unit = "m";
  EXPECT_EQ(lost("a.nii", scaled, 3), Words({"unit of the values"}));
  for (const std::string& text : {std::string(80, 'a'), std::string("h\xC3\xB6he")}) {
    scaled.quantity = {.description = text};
    EXPECT_EQ(lost("a.nii", scaled, 3), Words({"description"}));
  }
  scaled.quantity = {.description = std::string(79, 'a')};
  EXPECT_EQ(through("a.nii", scaled, 3), scaled);
  scaled.quantity = {.scale = 1e-300, .offset = 1};
  EXPECT_EQ(through("a.nii", scaled, 3), grid(3));
  EXPECT_EQ(lost("a.nii", scaled, 3), Words({"scale and offset of the values"}));
}

// What is no number, or no float32 in NIfTI-1.
TEST_F(MetadataTest, numbers_that_a_header_does_not_hold_are_lost) {
  Metadata metadata = grid(3);
  metadata.origin = {1, 2, 1e300};
  metadata.axes[0].scale = 1e-300;
  EXPECT_EQ(lost("a.nii", metadata, 3), Words({"spacing", "origin"}));
  EXPECT_EQ(lost("a.nrrd", metadata, 3), Words());
  Metadata expected = grid(3);
  expected.axes[0].scale = 1;
  EXPECT_EQ(through("a.nii", metadata, 3), expected);
  metadata.origin = {1, 2};
  metadata.direction = {1, 0, 0, 1};
  for (const char* name : {"a.nii", "a.nrrd", "a.mha"}) EXPECT_EQ(lost(name, metadata, 3).back(), "direction") << name;
}

TEST_F(MetadataTest, of_nrrd_is_read_in_every_space) {
  const auto described = [&](const std::string& sizes, const std::string& fields, const ReadOptions& options = {}) {
    std::ofstream(folder_ / "a.nrrd") << "NRRD0004\ntype: uint8\nencoding: raw\n" << sizes << fields << "\nabcdefgh";
    return describe(folder_ / "a.nrrd", options).metadata;
  };
  const std::string volume = "dimension: 3\nsizes: 2 2 2\n", plane = "dimension: 2\nsizes: 4 2\n";
  const std::string directions = "space directions: (0,2,0) (3,0,0) (0,0,4)\nspace origin: (5,6,7)\n";
  Metadata expected = {.axes = {{"z", "", 4}, {"y", "", 3}, {"x", "", 2}}, .origin = {7, 6, 5}, .space = "LPS"};
  expected.direction = {1, 0, 0, 0, 0, 1, 0, 1, 0};
  EXPECT_EQ(described(volume, "space: LPS\n" + directions), expected);
  expected.origin = {7, -6, -5};
  expected.direction = {1, 0, 0, 0, 0, -1, 0, -1, 0};
  EXPECT_EQ(described(volume, "space: right-anterior-superior\n" + directions), expected);
  expected.origin = {7, -6, 5};
  expected.direction = {1, 0, 0, 0, 0, -1, 0, 1, 0};
  EXPECT_EQ(described(volume, "space: LAS\n" + directions), expected);
  expected.origin = {7, 6, 5};
  expected.direction = {1, 0, 0, 0, 0, 1, 0, 1, 0};
  expected.space = "";
  EXPECT_EQ(described(volume, "space: scanner-xyz\n" + directions), expected);
  // A plane at z = 0 of a space of three axes.
  EXPECT_EQ(described(plane, "space: RAS\nspace directions: (-2,0,0) (0,-3,0)\nspace origin: (-1,2,0)\n"),
            (Metadata{.axes = {{"y", "", 3}, {"x", "", 2}}, .origin = {-2, 1}, .space = "LPS"}));
  for (const char* fields : {"space directions: (2,0,0) (0,3,1)\nspace origin: (1,2,0)\n",
                             "space directions: (2,0,0) (0,3,0)\nspace origin: (1,2,9)\n",
                             "space: LPST\nspace directions: (2,0,0,0) (0,0,0,1)\nspace origin: (1,2,0,0)\n"}) {
    EXPECT_RAISES_ABOUT(described(plane, fields), ErrorKind::input, "read only its pixels with");
    EXPECT_EQ(described(plane, fields, {.ignore_metadata = true}), Metadata());
  }
  EXPECT_EQ(described(plane, "spacings: 2 nan\nunits: \"um\" \"\"\n"),
            (Metadata{.axes = {{"y", "", 1}, {"x", "micrometer", 2}}}));
}

TEST_F(MetadataTest, lengths_of_directions_are_scales) {
  const auto described = [&](const char* matrix) {
    std::ofstream(folder_ / "a.mha") << "NDims = 2\nDimSize = 4 2\nElementType = MET_UCHAR\nElementSpacing = 0.5 3\n"
                                     << "TransformMatrix = " << matrix << "\nElementDataFile = LOCAL\nabcdefgh";
    return describe(folder_ / "a.mha").metadata;
  };
  const Metadata expected = {.axes = {{"y", "", 6}, {"x", "", 0.5}}, .direction = {0, 1, 1, 0}};
  EXPECT_EQ(described("0 1 2 0"), expected);
  EXPECT_EQ(described("0 1 1.000001 0").axes[0].scale, 3);
  EXPECT_RAISES_ABOUT(described("0 0 1 0"), ErrorKind::io, "gives axis x no direction");
}

TEST_F(MetadataTest, a_georeference_comes_back) {
  for (const std::int64_t tile : {256, 16, 0}) EXPECT_EQ(through("a.tif", raster(), 2, {.tile = tile}), raster());
  EXPECT_EQ(through("a.btf", raster()), raster());
  for (const double nodata : {0.1, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    Metadata other = raster();
    other.nodata = nodata;
    EXPECT_EQ(through("a.tif", other), other) << nodata;
  }
  EXPECT_EQ(lost("a.ome.zarr", raster()), Words({"georeference"}));
  EXPECT_EQ(through("a.zarr", raster()), (Metadata{.axes = {{"y"}, {"x"}}, .nodata = -9999}));
}

TEST_F(MetadataTest, strict_refuses_what_is_lost) {
  WriteOptions options{.metadata = raster(), .strict = true};
  const Image image(ImageType{DType::float32, {6, 5}});
  EXPECT_RAISES_ABOUT(write_image(folder_ / "a.ome.zarr", image, options), ErrorKind::input,
                      "does not keep the georeference");
  EXPECT_FALSE(fs::exists(folder_ / "a.ome.zarr"));
  write_image(folder_ / "a.tif", image, options);
}

TEST_F(MetadataTest, metadata_can_be_ignored) {
  through("a.tif", raster());
  EXPECT_TRUE(describe(folder_ / "a.tif", {.ignore_metadata = true}).metadata.empty());
}

TEST(Levels, begin_at_the_same_corner) {
  const double factors[] = {2, 4};
  const Metadata coarse = io::coarser(raster(), factors);
  EXPECT_EQ(coarse.axes[0].scale, 60);
  EXPECT_EQ(coarse.axes[1].scale, 120);
  EXPECT_EQ(*io::transform_of(coarse.georeference), (io::GeoTransform{500000, 120, 0, 4000000, 0, -60}));
  Metadata shifted = grid(2);
  shifted.origin = {1, 1};
  EXPECT_EQ(io::coarser(shifted, factors).origin, (std::vector<double>{1.25, 1.375}));
}

// The first pixel of a file of points lies at its position, so the first of a copy lies between several.
TEST(Levels, of_points_move) {
  Metadata points = raster();
  std::uint16_t code = 2;
  std::memcpy(points.georeference[2].values.data() + 11 * sizeof code, &code, sizeof code);
  const double factors[] = {2, 2};
  const auto found = io::transform_of(io::coarser(points, factors).georeference);
  EXPECT_EQ(*found, (io::GeoTransform{500015, 60, 0, 3999985, 0, -60}));
}

TEST(CommonMetadata, is_that_of_the_first_with_a_grid) {
  const Words names = {"a.tif", "b.tif"};
  const Metadata none = {.axes = {{"y"}, {"x"}}};
  EXPECT_EQ(common_metadata("label", names, std::vector{none, grid(2)}), grid(2));
  EXPECT_EQ(common_metadata("label", names, std::vector{raster(), none}), raster());
  Metadata later = raster();
  later.nodata.reset();
  EXPECT_EQ(common_metadata("label", names, std::vector{none, raster()}), later);
  Metadata rounded = grid(2);
  rounded.axes[0].scale *= 1 + 1e-7;
  EXPECT_EQ(common_metadata("label", names, std::vector{grid(2), rounded}), grid(2));
}

TEST(CommonMetadata, refuses_different_grids) {
  const Words names = {"a.tif", "b.tif"};
  const auto refuse = [&](const Metadata& a, const Metadata& b, const std::string& saying) {
    EXPECT_RAISES_ABOUT((void)common_metadata("label", names, std::vector{a, b}), ErrorKind::input, saying);
  };
  Metadata other = grid(2);
  other.axes[1].scale = 0.5;
  refuse(grid(2), other,
         "label: a.tif and b.tif have different grids (spacing: y 0.5 micrometer, x 0.25 micrometer; y 0.5 "
         "micrometer, x 0.5 micrometer); give images of one grid, or `ignore_metadata=true`");
  other = grid(2);
  other.origin = {0, 5};
  refuse(grid(2), other, "have different grids (origin)");
  other = raster();
  const double corner = 500030;
  std::memcpy(other.georeference[1].values.data() + 3 * sizeof corner, &corner, sizeof corner);
  refuse(raster(), other, "have different grids (georeference)");
  other = raster();
  const std::uint16_t zone = 32632;
  std::memcpy(other.georeference[2].values.data() + 15 * sizeof zone, &zone, sizeof zone);
  refuse(raster(), other, "have different grids (georeference)");
}

ResultMetadata metadata_after(std::string_view op, const Metadata& common, DType from, DType to) {
  return metadata_of_result(operator_named(op), 0, common, {from, {6, 5}}, {to, {6, 5}});
}

Metadata depths() {
  Metadata metadata = raster();
  metadata.quantity = {0.1, 200, "m", "depth"};
  return metadata;
}

TEST(ResultMetadata, same_values_keep_their_meaning) {
  for (const std::string_view op : {"fill_depressions", "dilate", "gaussian", "reconstruct", "opening", "cast"}) {
    const auto [kept, lost] = metadata_after(op, depths(), DType::int16, DType::int16);
    EXPECT_EQ(kept, depths()) << op;
    EXPECT_TRUE(lost.empty()) << op;
  }
}

TEST(ResultMetadata, a_difference_has_no_offset) {
  for (const std::string_view op : {"subtract", "top_hat"}) {
    const auto [kept, lost] = metadata_after(op, depths(), DType::int16, DType::int16);
    EXPECT_EQ(kept.quantity, (Quantity{0.1, 0, "m", ""})) << op;
    EXPECT_EQ(kept.georeference, depths().georeference) << op;
    EXPECT_FALSE(kept.nodata) << op;
    EXPECT_EQ(lost, (Words{"nodata -9999"})) << op;
  }
}

TEST(ResultMetadata, other_values_have_no_meaning_of_the_input) {
  const std::pair<std::string_view, DType> results[] = {{"label", DType::uint32},     {"threshold", DType::boolean},
                                                        {"invert", DType::int16},     {"sobel", DType::float32},
                                                        {"distance", DType::float32}, {"h_maxima", DType::boolean},
                                                        {"watershed", DType::int16}};
  for (const auto& [op, dtype] : results) {
    const auto [kept, lost] = metadata_after(op, depths(), DType::int16, dtype);
    Metadata grid = depths();
    grid.nodata.reset();
    grid.quantity = {};
    EXPECT_EQ(kept, grid) << op;
    EXPECT_TRUE(lost.empty()) << op;
  }
  const ImageType input{DType::uint8, {6, 5}};
  EXPECT_TRUE(metadata_of_result(operator_named("histogram"), 0, depths(), input, {DType::int64, {256}}).kept.empty());
}

TEST(ResultMetadata, nodata_is_cast_with_the_pixels) {
  const auto nodata = [](double value, DType from, DType to) {
    Metadata metadata = raster();
    metadata.nodata = value;
    const auto [kept, lost] = metadata_after("cast", metadata, from, to);
    EXPECT_NE(kept.nodata.has_value(), !lost.empty());
    return kept.nodata;
  };
  EXPECT_EQ(nodata(-32768, DType::int16, DType::float32), -32768);
  EXPECT_EQ(nodata(-32768, DType::int16, DType::uint8), std::nullopt);
  EXPECT_EQ(nodata(255, DType::uint8, DType::uint64), 255);
  EXPECT_EQ(nodata(-9999.5, DType::float32, DType::int32), std::nullopt);
  EXPECT_EQ(nodata(0.1, DType::float64, DType::float32), static_cast<double>(0.1F));
  EXPECT_EQ(nodata(1e300, DType::float64, DType::float32), std::nullopt);
  EXPECT_EQ(nodata(0x1p64, DType::float64, DType::uint64), std::nullopt);
  EXPECT_TRUE(std::isnan(*nodata(std::nan(""), DType::float64, DType::float32)));
  EXPECT_EQ(nodata(std::nan(""), DType::float32, DType::int16), std::nullopt);
  Metadata impossible = raster();  // no pixel of a uint8 image has it
  const auto [kept, lost] = metadata_after("cast", impossible, DType::uint8, DType::uint16);
  EXPECT_FALSE(kept.nodata);
  EXPECT_TRUE(lost.empty());
}

TEST(CommonMetadata, values_of_different_meanings_are_refused) {
  const std::vector<std::string> names{"a.tif", "b.tif"};
  Metadata metres = depths();
  metres.quantity = {1, 0, "m", ""};
  EXPECT_RAISES_ABOUT((void)common_metadata("subtract", names, std::vector{depths(), metres}), ErrorKind::input,
                      "the values of a.tif and b.tif have different meanings (scale)");
  metres.quantity = {};
  EXPECT_EQ(common_metadata("subtract", names, std::vector{depths(), metres}).quantity, depths().quantity);
}

}  // namespace
}  // namespace preamar::test
