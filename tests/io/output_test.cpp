// An output: one run at a time, nothing deleted that Preamar did not make, and one rename at the end.
#include "support.h"

#include "io/open.h"

#include <sys/wait.h>
#include <unistd.h>

namespace preamar::test {
using namespace io;
namespace {

class Outputs : public FileTest {
 protected:
  const Image image_ = noise(DType::uint8, {40, 50}), other_ = noise(DType::uint8, {30, 20}, 5);
};

constexpr const char* names[] = {"a.tif", "a.ome.zarr", "a.png", "a.nrrd", "a.mha"};

TEST_F(Outputs, are_written_by_one_run_at_a_time) {
  fs::create_directory(folder_ / "sub");
  for (const char* const name : names) {
    const fs::path file = folder_ / name;
    const auto begun = begin_output(file);
    const auto refused = [&](const fs::path& alias) {
      expect_error(ErrorKind::io, {"another run", "process " + std::to_string(getpid()), "started 20"},
                   [&] { write_image(alias, image_); });
    };
    refused(file);
    refused(folder_ / "sub" / ".." / name);
    fs::create_symlink(file, folder_ / "sub" / name);
    refused(folder_ / "sub" / name);
    EXPECT_FALSE(fs::exists(file));
    write_image(file, image_, {.begun = begun});
    EXPECT_TRUE(same(read_image(folder_ / "sub" / name), image_));
  }
  const fs::path table = folder_ / "a.csv";
  const auto begun = begin_output(table);
  expect_error(ErrorKind::io, {"another run"}, [&] { write_table(table, {}); });
}

TEST_F(Outputs, are_free_again_when_their_writer_was_killed) {
  const fs::path file = folder_ / "a.tif";
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto sink = open_sink(file, image_.type(), {});
    kill(getpid(), SIGKILL);
  }
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(fs::exists(folder_ / "a.tif.lock"));
  for (const std::string& left : {std::string(40, '\0'), std::string("preamar: pro")}) {  // by a power failure
    store(folder_ / "a.tif.lock", left);
    write_image(file, image_, {.overwrite = true});
  }
  EXPECT_EQ(file_count(), 1);
}

TEST_F(Outputs, need_no_lock_where_told_so) {
  const auto begun = begin_output(folder_ / "a.tif");
  write_image(folder_ / "a.tif", image_, {.lock = false});
  EXPECT_TRUE(same(read_image(folder_ / "a.tif"), image_));
}

// Folders and files of others that have the names that a run needs stay as they are.
TEST_F(Outputs, leave_what_others_made) {
  for (const char* const name : names) {
    const fs::path file = folder_ / name, work = file.string() + ".work", lock = file.string() + ".lock";
    fs::create_directory(work);
    store(work / "notes.txt", "mine");
    expect_error(ErrorKind::io, {work.string(), "not made by preamar"}, [&] { write_image(file, image_); });
    EXPECT_EQ(load(work / "notes.txt"), "mine");
    EXPECT_FALSE(fs::exists(lock));
    fs::rename(work, folder_ / "elsewhere");
    fs::create_directory_symlink(folder_ / "elsewhere", work);
    store(folder_ / "elsewhere" / "made-by-preamar", "");
    expect_error(ErrorKind::io, {work.string(), "not made by preamar"}, [&] { write_image(file, image_); });
    EXPECT_EQ(load(folder_ / "elsewhere" / "notes.txt"), "mine");
    fs::remove(work);
    fs::remove_all(folder_ / "elsewhere");
    store(lock, "mine");
    expect_error(ErrorKind::io, {lock.string(), "not a lock that preamar made"}, [&] { write_image(file, image_); });
    EXPECT_EQ(load(lock), "mine");
    fs::remove(lock);
    store(file.string() + ".partial", "mine");
    write_image(file, image_);
    EXPECT_EQ(load(file.string() + ".partial"), "mine");
    EXPECT_TRUE(same(read_image(file), image_));
  }
}

TEST_F(Outputs, replace_folders_that_are_wholly_zarr) {
  const fs::path file = folder_ / "a.ome.zarr";
  const auto refused = [&](const fs::path& stray) {
    expect_error(ErrorKind::io, {stray.string(), "not part of a Zarr"},
                 [&] { write_image(file, image_, {.overwrite = true}); });
    EXPECT_EQ(entry_count(), 1);
  };
  fs::create_directory(file);
  write_image(file, other_, {.overwrite = true});
  EXPECT_TRUE(same(read_image(file), other_));
  for (const fs::path& stray : {file / "notes.txt", file / "0" / "notes.txt", file / "0" / "c" / "0" / "notes.txt"}) {
    store(stray, "mine");
    refused(stray);
    EXPECT_EQ(load(stray), "mine");
    fs::remove(stray);
  }
  fs::create_directory(file / "empty");
  refused(file / "empty");
  fs::remove(file / "empty");
  fs::create_symlink(folder_, file / "0" / "c" / "7");
  refused(file / "0" / "c" / "7");
  fs::remove(file / "0" / "c" / "7");
  write_image(file / "labels" / "cells", other_);
  write_image(file, image_, {.overwrite = true});
  EXPECT_TRUE(same(read_image(file), image_));
  EXPECT_EQ(entry_count(), 1);
}

TEST_F(Outputs, are_folders_or_files_as_their_format_is) {
  fs::create_directory(folder_ / "a.tif");
  expect_error(ErrorKind::io, {"a.tif", "is a folder"},
               [&] { write_image(folder_ / "a.tif", image_, {.overwrite = true}); });
  store(folder_ / "a.zarr", "mine");
  expect_error(ErrorKind::io, {"a.zarr", "is not a folder"},
               [&] { write_image(folder_ / "a.zarr", image_, {.overwrite = true}); });
  EXPECT_EQ(entry_count(), 2);
}

TEST_F(Outputs, are_written_where_links_lead) {
  for (const char* const name : {"a.tif", "a.ome.zarr"}) {
    const fs::path file = folder_ / name, link = folder_ / (std::string("link-") + name);
    fs::create_symlink(name, link);
    write_image(link, other_);  // dangling so far
    EXPECT_TRUE(same(read_image(file), other_));
    write_image(link, image_, {.overwrite = true});
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_TRUE(same(read_image(file), image_));
  }
  EXPECT_EQ(entry_count(), 4);
}

// A run that ended between moving the old folder aside and naming the new one.
TEST_F(Outputs, are_given_back_where_they_were_moved_aside) {
  const fs::path file = folder_ / "a.ome.zarr", work = folder_ / "a.ome.zarr.work";
  write_image(file, image_);
  fs::create_directory(work);
  store(work / "made-by-preamar", "");
  fs::rename(file, work / "replaced");
  expect_error(ErrorKind::io, {"a.ome.zarr", "exists already"}, [&] { write_image(file, other_); });
  EXPECT_TRUE(same(read_image(file), image_));
}

TEST_F(Outputs, leave_nothing_where_they_are_refused) {
  write_image(folder_ / "a.tif", image_);
  expect_error(ErrorKind::io, {"exists already"}, [&] { (void)begin_output(folder_ / "a.tif"); });
  expect_error(ErrorKind::io, {"no folder"}, [&] { write_image(folder_ / "none" / "a.tif", image_); });
  { const auto sink = open_sink(folder_ / "b.ome.zarr", image_.type(), {}); }
  EXPECT_EQ(file_count(), 1);
}

TEST_F(Outputs, list_labels_that_are_written_at_once) {
  const fs::path file = folder_ / "a.ome.zarr";
  write_image(file, image_);
  std::vector<pid_t> children;
  for (int i = 0; i < 12; ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      write_image(file / "labels" / ("cells" + std::to_string(i)), image_);
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const std::string list = load(file / "labels" / "zarr.json");
  for (int i = 0; i < 12; ++i) EXPECT_NE(list.find("\"cells" + std::to_string(i) + "\""), std::string::npos) << list;
}

}  // namespace
}  // namespace preamar::test
