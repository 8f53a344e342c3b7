// Files that metadata names lie in the folder that the user names, links included.
#include "core/error_text.h"
#include "io/open.h"
#include "support.h"

#include <tiffio.h>

namespace preamar::test {
namespace {

class Names : public FileTest {
 protected:
  Names() {
    fs::create_directories(folder_ / "in" / "deep");
    fs::create_directories(folder_ / "out");
  }

  // Has a link at `from` lead to `to`.
  static void link(const fs::path& from, const fs::path& to) {
    fs::remove_all(from);
    fs::create_symlink(to, from);
  }

  void expect_within(const fs::path& file, const Image& image) { EXPECT_TRUE(same(read_image(file), image)) << file; }
  static void expect_refused(const fs::path& file, std::vector<std::string> words, ErrorKind kind = ErrorKind::input) {
    expect_error(kind, std::move(words), [&] { (void)read_image(file); });
  }
};

struct Detached {
  const char* header;
  const char* data;
  const char* field;
  const char* line;  // that names the data
};

constexpr Detached detached[] = {{"a.nhdr", "a.raw", "data file", "data file: a.raw"},
                                 {"a.mhd", "a.raw", "ElementDataFile", "ElementDataFile = a.raw"}};

TEST_F(Names, of_detached_data_stay_in_the_folder) {
  const Image image = noise(DType::uint8, {8, 9});
  for (const Detached& way : detached) {
    const fs::path header = folder_ / "in" / way.header, data = folder_ / "in" / way.data;
    const auto begin = [&] { write_image(header, image, {.compression = "none", .overwrite = true}); };
    const auto name = [&](const std::string& path) {
      std::string words = load(header);
      const std::string line = way.line;
      words.replace(words.find(line), line.size(), line.substr(0, line.find("a.raw")) + path);
      store(header, words);
    };
    begin();
    fs::copy(data, folder_ / "out" / "a.raw", fs::copy_options::overwrite_existing);
    fs::copy(data, folder_ / "in" / "deep" / "b.raw", fs::copy_options::overwrite_existing);
    for (const std::string& outside : {std::string("../out/a.raw"), std::string("deep/../../out/a.raw"),
                                       (folder_ / "out" / "a.raw").string(), data.string()}) {
      begin();
      name(outside);
      expect_refused(header, {way.header, std::string("'") + way.field + "'", outside, "copy the data there"});
    }
    for (const fs::path& outside : {fs::path("../out/a.raw"), folder_ / "out" / "a.raw"}) {
      begin();
      link(data, outside);
      expect_refused(header, {way.header, way.field, "a.raw", "link"});
      fs::remove(data);
    }
    begin();
    link(folder_ / "in" / "folder", "../out");
    name("folder/a.raw");
    expect_refused(header, {way.header, way.field, "folder/a.raw", "link"});
    for (const fs::path& inside : {fs::path("deep/b.raw"), folder_ / "in" / "deep" / "b.raw"}) {
      begin();
      link(data, inside);
      expect_within(header, image);
      fs::remove(data);
    }
    begin();
    name("deep/b.raw");
    expect_within(header, image);
    // The user names the header, and the folders before it, so these may be links.
    begin();
    link(folder_ / "in" / "deep" / (std::string("own") + fs::path(way.header).extension().string()), header);
    fs::copy(data, folder_ / "in" / "deep" / "a.raw", fs::copy_options::overwrite_existing);
    expect_within(folder_ / "in" / "deep" / ("own" + fs::path(way.header).extension().string()), image);
    link(folder_ / "there", "in");
    expect_within(folder_ / "there" / way.header, image);
  }
  write_image(folder_ / "out" / "whole.mha", image);
  link(folder_ / "in" / "whole.mha", folder_ / "out" / "whole.mha");
  expect_within(folder_ / "in" / "whole.mha", image);
}

TEST_F(Names, are_relative_to_the_current_folder_too) {
  const Image image = noise(DType::uint8, {8, 9});
  write_image(folder_ / "in" / "a.mhd", image);
  write_image(folder_ / "in" / "a.ome.zarr", image);
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "in");
  expect_within("a.mhd", image);
  expect_within("./a.mhd", image);
  expect_within("a.ome.zarr", image);
  expect_within("a.ome.zarr/", image);
  expect_within("../in/a.ome.zarr/0", image);
  fs::current_path(before);
}

class ZarrNames : public Names {
 protected:
  ZarrNames() {
    write_image(store_, image_, {.chunk = {16, 16}});
    fs::copy(store_ / "0", folder_ / "out" / "0", fs::copy_options::recursive);
  }

  const Image image_ = noise(DType::uint8, {40, 40});
  const fs::path store_ = folder_ / "in" / "a.ome.zarr";
};

TEST_F(ZarrNames, of_datasets_stay_in_the_group) {
  const std::string words = load(store_ / "zarr.json");
  const std::string path = "\"path\": \"0\"";
  ASSERT_NE(words.find(path), std::string::npos);
  const auto name = [&](const std::string& other) {
    std::string changed = words;
    changed.replace(changed.find(path), path.size(), "\"path\": \"" + other + "\"");
    store(store_ / "zarr.json", changed);
  };
  for (const std::string& outside : {std::string("../../out/0"), (folder_ / "out" / "0").string(), std::string("..")}) {
    name(outside);
    expect_refused(store_, {"zarr.json", "datasets.path", "'" + outside + "'", "copy the data there"});
  }
  link(store_ / "1", "../../out/0");
  name("1");
  expect_refused(store_, {"zarr.json", "datasets.path", "'1'", "link"});
  link(store_ / "1", "0");
  expect_within(store_, image_);
  link(store_ / "1", store_ / "0");
  expect_within(store_, image_);
}

TEST_F(ZarrNames, of_metadata_and_chunks_stay_in_the_folder) {
  for (const char* const inner : {"0/zarr.json", "0/c/1/2", "0/c/1", "0/c"}) {
    SCOPED_TRACE(inner);
    const fs::path aside = folder_ / "out" / "aside";
    fs::remove_all(aside);
    fs::rename(store_ / inner, aside);
    link(store_ / inner, aside);
    expect_refused(store_, {inner, "link", "copy them there"}, ErrorKind::io);
    expect_refused(store_ / "0", {fs::path(inner).filename().string(), "link"}, ErrorKind::io);
    fs::remove(store_ / inner);
    fs::rename(aside, store_ / "aside");
    link(store_ / inner, store_ / "aside");
    expect_within(store_, image_);
    fs::remove(store_ / inner);
    fs::rename(store_ / "aside", store_ / inner);
  }
  fs::rename(store_ / "zarr.json", folder_ / "out" / "group.json");
  link(store_ / "zarr.json", folder_ / "out" / "group.json");
  expect_refused(store_, {"zarr.json", "link"}, ErrorKind::io);
}

// What was checked when the file was opened may be another thing when its pixels are read.
TEST_F(ZarrNames, are_checked_again_when_pixels_are_read) {
  for (const char* const inner : {"0", "0/c/1/2"})
    for (const bool is_absolute : {false, true}) {
      SCOPED_TRACE(inner);
      const auto source = io::open_source(store_);
      const fs::path aside = folder_ / "out" / "aside";
      fs::remove_all(aside);
      fs::rename(store_ / inner, aside);
      fs::create_symlink(is_absolute ? aside : fs::relative(aside, (store_ / inner).parent_path()), store_ / inner);
      Image image(image_.type());
      const std::int64_t origin[] = {0, 0};
      expect_error(ErrorKind::io, {"link", store_.string()}, [&] { source->read(origin, image); });
      fs::remove(store_ / inner);
      fs::rename(aside, store_ / inner);
      source->read(origin, image);
      EXPECT_TRUE(same(image, image_));
    }
}

// A link that the user names is followed.
TEST_F(ZarrNames, that_the_user_gives_may_be_links) {
  link(folder_ / "link.ome.zarr", store_);
  expect_within(folder_ / "link.ome.zarr", image_);
  link(store_ / "1", folder_ / "out" / "0");
  expect_within(store_ / "1", image_);
}

// Other files of a set are not opened, and their planes are not taken for those of this file.
TEST_F(Names, of_other_files_in_ome_xml_are_refused) {
  const fs::path file = folder_ / "a.ome.tif";
  const auto write = [&](const std::string& attributes, const std::string& inside) {
    TIFF* const tiff = TIFFOpen(file.c_str(), "w");
    for (int page = 0; page < 2; ++page) {
      for (const auto& [tag, value] : {std::pair{TIFFTAG_IMAGEWIDTH, 4}, std::pair{TIFFTAG_IMAGELENGTH, 1},
                                       std::pair{TIFFTAG_BITSPERSAMPLE, 8}, std::pair{TIFFTAG_SAMPLESPERPIXEL, 1}})
        TIFFSetField(tiff, static_cast<std::uint32_t>(tag), value);
      TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
      const std::string words = text("<OME", attributes, ">", inside, "</OME>");
      if (page == 0) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, words.c_str());
      char row[] = "abcd";
      TIFFWriteScanline(tiff, row, 0);
      TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
  };
  const auto planes = [](const std::string& first, const std::string& second) {
    return R"(<Image><Pixels DimensionOrder="XYZCT" SizeX="4" SizeY="1" SizeZ="2"><TiffData IFD="0">)" + first +
           R"(</TiffData><TiffData IFD="1" FirstZ="1">)" + second + "</TiffData></Pixels></Image>";
  };
  const auto uuid = [](const std::string& name, const std::string& id) {
    return "<UUID FileName=\"" + name + "\">" + id + "</UUID>";
  };
  const std::string own = " UUID=\"urn:1\"";
  write("", planes("", ""));
  EXPECT_EQ(describe(file).type.shape, Shape({2, 1, 4}));
  for (const char* const name : {"a.ome.tif", "before it was renamed.ome.tif"}) {
    write(own, planes(uuid(name, "urn:1"), uuid(name, "urn:1")));
    EXPECT_EQ(describe(file).type.shape, Shape({2, 1, 4}));
    write("", planes(uuid(name, "urn:1"), uuid(name, "urn:1")));
    EXPECT_EQ(describe(file).type.shape, Shape({2, 1, 4}));
  }
  write(own, planes(uuid("a.ome.tif", "urn:1"), uuid("/etc/passwd", "urn:2")));
  expect_refused(file, {"a.ome.tif", "TiffData UUID FileName", "/etc/passwd", "convert"});
  write(own, planes(uuid("b.ome.tif", "urn:2"), uuid("b.ome.tif", "urn:2")));
  expect_refused(file, {"TiffData UUID FileName", "b.ome.tif"});
  write("", planes(uuid("a.ome.tif", ""), uuid("../b.ome.tif", "")));
  expect_refused(file, {"TiffData UUID FileName", "../b.ome.tif"});
  write(own, R"(<BinaryOnly MetadataFile="all.companion.ome" UUID="urn:2"/>)");
  expect_refused(file, {"BinaryOnly MetadataFile", "all.companion.ome"});
}

}  // namespace
}  // namespace preamar::test
