// Slides through a stand-in OpenSlide (tools/stand_in_openslide.cpp), which PREAMAR_OPENSLIDE names: what the library
// reports, right or wrong, is an image or an Error.
#include "io/slide/slide.h"
#include "io/slide/companions.h"
#include "io/slide/handle.h"
#include "io/slide/properties.h"
#include "support.h"
#include "tools/cases.h"

#include "io/file_memory.h"
#include "io/open.h"

#include <preamar/blocks.h>
#include <preamar/fill_holes.h>
#include <preamar/operator.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>
#include <set>
#include <thread>

namespace preamar::test {
using namespace io;
namespace {

using Samples = std::vector<std::uint8_t>;

Samples read(SampleSource& source, std::int64_t y, std::int64_t x, std::int64_t height, std::int64_t width) {
  Samples samples(static_cast<std::size_t>(3 * height * width));
  const std::int64_t origin[] = {y, x};
  source.read_samples(origin, Shape({height, width}), samples.data());
  return samples;
}

class Slides : public FileTest {
 protected:
  // Padded: a header must not claim more pixels than the bytes of the file can hold.
  fs::path slide(const std::string& words, const std::string& name = "a.svs") const {
    store(folder_ / name, words + std::string(4096, '\n'));
    return folder_ / name;
  }

  static void expect_refused(const fs::path& file, ErrorKind kind, const std::vector<std::string>& words) {
    std::vector<std::string> all = words;
    all.push_back(file.string());
    expect_error(kind, all, [&] { (void)slide::open_samples(file, {}); });
  }

  std::mt19937_64 random_{run_seed()};
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n)); }
};

TEST(SlideProperties, AreParsedWholeOrNotAtAll) {
  EXPECT_EQ(slide::parse_colour("FF8001"), (slide::Colour{255, 128, 1}));
  EXPECT_EQ(slide::parse_colour("00ff00"), (slide::Colour{0, 255, 0}));
  for (const char* words : {"", "FFF", "FF80011", "FF80 1", "-F8001", "0xFF80", "GGGGGG"})
    EXPECT_FALSE(slide::parse_colour(words)) << words;
  EXPECT_EQ(slide::parse_length("0.2501"), 0.2501);
  EXPECT_EQ(slide::parse_length("1e-1"), 0.1);
  for (const char* words : {"", "0", "-1", "nan", "inf", "1e999", "0.25 ", "0,25", "um"})
    EXPECT_FALSE(slide::parse_length(words)) << words;
  EXPECT_EQ(slide::chunk_side("256"), 256);
  EXPECT_EQ(slide::chunk_side("240"), 480);
  EXPECT_EQ(slide::chunk_side("7"), 259);
  EXPECT_EQ(slide::chunk_side("4096"), 4096);
  EXPECT_EQ(slide::chunk_side(""), 512);
  for (const char* words : {"0", "-256", "256x", "1048577", "99999999999999999999"})
    EXPECT_FALSE(slide::chunk_side(words)) << words;
}

TEST(SlidePixels, AreComposedOverTheBackground) {
  for (std::uint32_t alpha = 0; alpha < 256; ++alpha)
    for (const std::uint32_t sample : {0U, alpha / 2, alpha})
      for (const int behind : {0, 1, 127, 243, 255}) {
        const std::uint32_t pixel = alpha << 24 | sample << 16 | sample << 8 | sample;
        const auto colour = static_cast<std::uint8_t>(behind);
        std::uint8_t to[3];
        slide::compose(&pixel, 1, {colour, 0, 255}, to);
        // The quotient is never a half, because 255 is odd.
        const double exact = sample + behind * (255.0 - alpha) / 255;
        EXPECT_EQ(to[0], std::min(255.0, std::floor(exact + 0.5))) << alpha << ' ' << sample << ' ' << behind;
        EXPECT_EQ(to[1], sample);
        if (alpha == 255) {
          EXPECT_EQ(to[2], sample);
        }
        if (alpha == 0) {
          EXPECT_EQ(to[0], behind);
        }
      }
}

TEST_F(Slides, AreDescribedByLevel) {
  const fs::path file = slide(
      "level 3001 2002 1\nlevel 750 500 4.002\nlevel 187 125 16.03\nproperty openslide.vendor aperio\n"
      "property openslide.mpp-x 0.25\nproperty openslide.mpp-y 0.5\nproperty openslide.level[0].tile-width 240\n"
      "property openslide.level[0].tile-height 256\n");
  const FileInfo full = slide::open_samples(file, {})->info();
  EXPECT_EQ(full.format, "slide (aperio)");
  EXPECT_EQ(full.decoder, "OpenSlide 0.stand-in");
  EXPECT_EQ(full.type, (ImageType{DType::uint8, Shape({2002, 3001})}));
  EXPECT_EQ(full.chunk, Shape({256, 480}));
  EXPECT_EQ(full.samples, 3);
  EXPECT_EQ(full.levels, (std::vector<Shape>{Shape({2002, 3001}), Shape({500, 750}), Shape({125, 187})}));
  EXPECT_EQ(full.metadata.axes, (std::vector<Axis>{{"y", "micrometer", 0.5}, {"x", "micrometer", 0.25}}));
  const FileInfo small = slide::open_samples(file, {.level = 2})->info();
  EXPECT_EQ(small.type.shape, Shape({125, 187}));
  EXPECT_EQ(small.chunk, Shape({512, 512}));
  EXPECT_EQ(small.metadata.axes,
            (std::vector<Axis>{{"y", "micrometer", 0.5 * (2002.0 / 125)}, {"x", "micrometer", 0.25 * (3001.0 / 187)}}));
  const FileInfo whole = describe(file);
  EXPECT_NE(whole.refusal.find("channel"), std::string::npos) << whole.refusal;
  EXPECT_EQ(whole.levels, full.levels);
  EXPECT_GE(source_memory(full), 16 * full.chunk.count());
  EXPECT_GE(shared_source_memory(full), std::int64_t{32} << 20);
}

TEST_F(Slides, WithoutAScaleHaveNoAxes) {
  EXPECT_TRUE(
      slide::open_samples(slide("level 9 9 1\nproperty openslide.mpp-x 0.25\n"), {})->info().metadata.axes.empty());
  const std::string zero = "level 9 9 1\nproperty openslide.mpp-x 0\nproperty openslide.mpp-y 0\n";
  EXPECT_TRUE(slide::open_samples(slide(zero, "b.svs"), {})->info().metadata.axes.empty());
}

// Where a level is no integer ratio of the full image, positions are interpolated: a pixel must not depend on the
// region.
TEST_F(Slides, GiveEveryRegionAsThePartOfTheWhole) {
  const fs::path file = slide(
      "level 1501 1203 1\nlevel 375 300 4.0063\nlevel 750 601 2\nproperty openslide.level[1].tile-width 64\n"
      "property openslide.level[1].tile-height 96\nproperty openslide.background-color 102030\n"
      "absent 256 256 300 200\nhalf 700 300 100 500\n");
  for (int level = 0; level < 3; ++level) {
    const auto source = slide::open_samples(file, {.level = level});
    const Shape shape = source->info().type.shape;
    const Samples whole = read(*source, 0, 0, shape[0], shape[1]);
    for (int round = 0; round < 25; ++round) {
      const std::int64_t y = below(shape[0]), x = below(shape[1]);
      const std::int64_t height = 1 + below(std::min(shape[0] - y, std::int64_t{700}));
      const std::int64_t width = 1 + below(std::min(shape[1] - x, std::int64_t{700}));
      const Samples part = read(*source, y, x, height, width);
      for (std::int64_t i = 0; i < height; ++i)
        ASSERT_TRUE(std::equal(part.begin() + 3 * i * width, part.begin() + 3 * (i + 1) * width,
                               whole.begin() + 3 * ((y + i) * shape[1] + x)))
            << "level " << level << ", row " << y + i << ", column " << x << ", width " << width;
    }
  }
  const auto source = slide::open_samples(file, {});
  EXPECT_EQ(read(*source, 0, 0, 1, 3), (Samples{0, 0, 1, 16, 0, 113, 32, 0, 225}));
  EXPECT_EQ(read(*source, 300, 300, 1, 1), (Samples{16, 32, 48}));
  // Half of a premultiplied pixel and of the background: red 16 * 702 % 256 / 2 + 16 * 127 / 255, rounded.
  EXPECT_EQ(read(*source, 310, 702, 1, 1)[0], 16 * 702 % 256 / 2 + 8);
}

TEST_F(Slides, ChannelsAreImages) {
  const fs::path file = slide("level 700 600 1\nabsent 0 0 10 10\n");
  const Image red = read_image(file, {.channel = "red"});
  EXPECT_EQ(red.type(), (ImageType{DType::uint8, Shape({600, 700})}));
  const auto source = slide::open_samples(file, {});
  const Samples whole = read(*source, 0, 0, 600, 700);
  const auto* values = static_cast<const std::uint8_t*>(red.view().data());
  for (std::size_t i = 0; i < whole.size() / 3; ++i) ASSERT_EQ(values[i], whole[3 * i]) << i;
  EXPECT_EQ(values[0], 255);
}

TEST_F(Slides, NameTheRegionThatCannotBeRead) {
  const fs::path file = slide("level 2000 2000 1\nlevel 500 500 4\nbroken 700 900\n");
  const auto source = slide::open_samples(file, {});
  const auto other = slide::open_samples(file, {});
  (void)read(*source, 0, 0, 512, 2000);
  expect_error(ErrorKind::io, {file.string(), "row 512, column 512 of 512x512", "level 0", "a tile cannot be decoded"},
               [&] { (void)read(*source, 600, 600, 400, 400); });
  // OpenSlide keeps the error; regions without it are read all the same, by old sources and new ones.
  EXPECT_EQ(read(*source, 0, 0, 8, 8), read(*other, 0, 0, 8, 8));
  EXPECT_EQ(read(*slide::open_samples(file, {}), 0, 0, 8, 8), read(*other, 0, 0, 8, 8));
  expect_error(ErrorKind::io, {"level 1"},
               [&] { (void)read(*slide::open_samples(file, {.level = 1}), 0, 0, 500, 500); });
}

TEST_F(Slides, OfManyThreadsFailOnlyWhereTheyAreBroken) {
  const fs::path file = slide("level 4096 2048 1\nbroken 1100 1100\n");
  std::atomic<int> wrong = 0, failed = 0;
  const auto work = [&](int share) {
    const auto source = slide::open_samples(file, {});
    for (int chunk = share; chunk < 32; chunk += 4) {
      const std::int64_t y = chunk / 8 * 512, x = chunk % 8 * 512;
      try {
        const Samples samples = read(*source, y, x, 512, 512);
        if (samples[3] != ((x + 1) * 16 & 255)) ++wrong;
      } catch (const Error&) {
        ++failed;
        if (y != 1024 || x != 1024) ++wrong;
      }
    }
  };
  std::vector<std::thread> threads;
  for (int share = 0; share < 4; ++share) threads.emplace_back(work, share);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(failed, 1);
}

TEST_F(Slides, AreOpenOnceForAllSources) {
  const fs::path file = slide("level 20 20 1\n");
  std::vector<std::unique_ptr<SampleSource>> sources;
  for (int i = 0; i < 5; ++i) sources.push_back(slide::open_samples(file, {}));
  EXPECT_EQ(slide::shared_slide(file)->property("stand-in.open"), "1");
  EXPECT_EQ(slide::shared_slide(folder_ / "." / "a.svs")->property("stand-in.open"), "1");
  store(file, "level 30 30 1\nproperty a b\n");
  EXPECT_EQ(slide::open_samples(file, {})->info().type.shape, Shape({30, 30}));
}

TEST_F(Slides, ThatAreDamagedAreRefused) {
  expect_refused(folder_ / "none.svs", ErrorKind::io, {});
  expect_refused(slide("nothing"), ErrorKind::io, {"does not recognise it"});
  expect_refused(slide("level 5 5 1\nerror TIFF directory is cut\n"), ErrorKind::io, {"TIFF directory is cut"});
  expect_refused(slide("level 0 5 1\n"), ErrorKind::io, {"level 0 has no width or height"});
  expect_refused(slide("level 5 -5 1\n"), ErrorKind::io, {"level 0 has no width or height"});
  for (const char* downsample : {"0", "-1", "0.5", "nan", "inf"})
    expect_refused(slide(std::string("level 5 5 ") + downsample + "\n"), ErrorKind::io, {"downsample"});
  expect_refused(slide("level 1000000000 1000000000 1\n"), ErrorKind::io, {"claims", "truncated or its header wrong"});
  expect_refused(slide("level 9000000000000000000 9000000000000000000 1\n"), ErrorKind::resource, {"64 bits"});
  expect_refused(slide("level 500000 500000 1\nproperty openslide.level[0].tile-width 500000\n"
                       "property openslide.level[0].tile-height 500000\n"),
                 ErrorKind::input, {"tiles of 500000x500000"});
  expect_refused(slide("level 500 500 1\nproperty openslide.level[0].tile-width 603979808\n"), ErrorKind::io,
                 {"level 0 has the tile-width '603979808'", "not a number from 1 to 1048576"});
}

TEST_F(Slides, RefuseOptionsThatTheyDoNotHave) {
  const fs::path file = slide("level 5 5 1\nlevel 2 2 2.5\n");
  expect_error(ErrorKind::call, {file.string(), "level 2 was given", "levels 0 to 1"},
               [&] { (void)slide::open_samples(file, {.level = 2}); });
  expect_error(ErrorKind::call, {"select 'c=0'"}, [&] { (void)slide::open_samples(file, {.select = "c=0"}); });
  const Image image(DType::uint8, Shape({5, 5}));
  expect_error(ErrorKind::call, {"is read, not written; write .tif or .ome.zarr"},
               [&] { write_image(folder_ / "out.svs", image); });
  expect_error(ErrorKind::call, {"is read, not written"}, [&] { (void)begin_output(folder_ / "out.mrxs"); });
  EXPECT_EQ(file_count(), 1);
}

TEST_F(Slides, InBlocksGiveWhatTheWholeGives) {
  const fs::path file = slide("level 2001 1502 1\nlevel 500 375 4.0037\nabsent 300 200 500 400\nhalf 900 0 90 900\n");
  const Operator& op = operator_named("fill_holes");
  const std::vector<fs::path> inputs = {file}, outputs = {folder_ / "out.tif"};
  for (const int level : {0, 1}) {
    BlockSettings settings;
    settings.read = {.level = level, .channel = "green"};
    settings.block = Shape({1 + below(400), 1 + below(400)});
    settings.write.overwrite = true;
    const BlockReport report = run_in_blocks(op, inputs, outputs, {}, settings, {.threads = 3});
    EXPECT_EQ(report.reads, 2 * report.plan.blocks);
    EXPECT_TRUE(same(fill_holes(read_image(file, settings.read)), read_image(outputs[0])))
        << level << ' ' << settings.block.text();
  }
}

// OpenSlide's cache counts once, whatever the number of threads.
TEST_F(Slides, AreCountedInThePlan) {
  const fs::path file = slide("level 2001 1502 1\n");
  write_image(folder_ / "in.tif", Image(DType::uint8, Shape({1502, 2001})));
  constexpr std::int64_t memory = std::int64_t{256} << 20;
  const auto peak = [&](const fs::path& input, int threads) {
    BlockSettings settings;
    if (input == file) settings.read.channel = "green";
    settings.block = Shape({512, 512});
    settings.memory = memory;
    const std::vector<fs::path> inputs = {input}, outputs = {folder_ / "out.tif"};
    return plan_in_blocks(operator_named("fill_holes"), inputs, outputs, {}, settings, {.threads = threads})
        .peak_memory;
  };
  constexpr std::int64_t cache = std::int64_t{32} << 20;
  EXPECT_GE(peak(file, 1), peak(folder_ / "in.tif", 1) + cache);
  EXPECT_LE(peak(file, 8), memory);
}

std::set<std::string> names_of(const std::vector<fs::path>& files) {
  std::set<std::string> names;
  for (const fs::path& file : files) names.insert(file.filename().string());
  return names;
}

TEST_F(Slides, OfSeveralFilesNameThem) {
  fs::create_directory(folder_ / "m");
  store(folder_ / "m" / "Slidedat.ini",
        "[HIERARCHICAL]\r\nINDEXFILE = Index.dat\r\n[DATAFILE]\r\nFILE_0 = Data0.dat\r\n");
  store(folder_ / "m" / "Index.dat", "");
  store(folder_ / "m" / "Data0.dat", "");
  const fs::path mirax = slide("level 5 5 1\n", "m.mrxs");
  std::vector<fs::path> visited;
  slide::open_samples(mirax, {})->each_file([&](const fs::path& file) { visited.push_back(file); });
  EXPECT_EQ(names_of(visited), (std::set<std::string>{"m.mrxs", "Slidedat.ini", "Index.dat", "Data0.dat"}));
  const fs::path hamamatsu =
      slide("level 5 5 1\nNoLayers=1\nImageFile=v.jpg\nImageFile(1,0)=v(1,0).jpg\nMapFile=\n", "v.vms");
  EXPECT_EQ(names_of(slide::companions(hamamatsu)), (std::set<std::string>{"v.jpg", "v(1,0).jpg"}));
  const fs::path dicom = slide("level 5 5 1\n", "1.dcm");
  store(folder_ / "2.dcm", "");
  EXPECT_EQ(names_of(slide::companions(dicom)), (std::set<std::string>{"2.dcm"}));
  EXPECT_TRUE(slide::companions(folder_ / "a.svs").empty());
}

TEST_F(Slides, NeverLeaveTheirFolder) {
  expect_refused(slide("level 5 5 1\nImageFile=../secret.jpg\n", "v.vms"), ErrorKind::input, {"../secret.jpg"});
  expect_refused(slide("level 5 5 1\nMapFile=/etc/passwd\n", "v.vmu"), ErrorKind::input, {"/etc/passwd"});
  fs::create_directory(folder_ / "m");
  store(folder_ / "m" / "Slidedat.ini", "[DATAFILE]\nFILE_0 = ../../Data0.dat\n");
  expect_error(ErrorKind::input, {"../../Data0.dat"},
               [&] { (void)slide::open_samples(slide("level 5 5 1\n", "m.mrxs"), {}); });
  expect_error(ErrorKind::io, {(folder_ / "n" / "Slidedat.ini").string()},
               [&] { (void)slide::open_samples(slide("level 5 5 1\n", "n.mrxs"), {}); });
}

}  // namespace
}  // namespace preamar::test
