#include "io/slide/handle.h"

#include "core/error_text.h"
#include "io/slide/companions.h"
#include "platform/file.h"

#include <map>
#include <mutex>
#include <optional>

namespace preamar::io::slide {

Slide::Slide(const std::filesystem::path& file) : library_(library(file)) {
  { const InFile in(file); }  // says why a file cannot be opened; OpenSlide does not
  (void)companions(file);     // refuses names of files elsewhere before OpenSlide opens them
  handle_ = library_.open(file.c_str());
  const std::string name = text("OpenSlide ", library_.get_version());
  if (!handle_)
    throw Error(ErrorKind::io, text(file.string(), ": ", name, " does not recognise it as a slide; the file is ",
                                    "damaged, or of a format that this version does not read"));
  const std::string reason = error();
  if (reason.empty()) return;
  library_.close(handle_);
  throw Error(ErrorKind::io, text(file.string(), ": ", name, " cannot open it: ", reason, "; the file is damaged"));
}

Slide::~Slide() { library_.close(handle_); }

std::string Slide::property(const std::string& name) const {
  const char* const value = library_.get_property_value(handle_, name.c_str());
  return value ? value : "";
}

std::string Slide::level_property(int level, const char* name) const {
  return property(text("openslide.level[", level, "].", name));
}

void Slide::dimensions(int level, std::int64_t& width, std::int64_t& height) const {
  library_.get_level_dimensions(handle_, level, &width, &height);
}

bool Slide::read(int level, std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height,
                 std::uint32_t* to) const {
  library_.read_region(handle_, to, x, y, level, width, height);
  return library_.get_error(handle_) == nullptr;
}

std::string Slide::error() const {
  const char* const words = library_.get_error(handle_);
  return words ? words : "";
}

std::shared_ptr<const Slide> shared_slide(const std::filesystem::path& file) {
  struct Entry {
    std::optional<FileStamp> stamp;
    std::weak_ptr<const Slide> slide;
  };
  static std::mutex mutex;
  static std::map<std::filesystem::path, Entry> open;
  std::error_code none;
  const std::filesystem::path key = std::filesystem::weakly_canonical(file, none);
  const std::optional<FileStamp> stamp = stamp_of(file);
  const std::lock_guard lock(mutex);
  std::erase_if(open, [](const auto& entry) { return entry.second.slide.expired(); });
  if (const auto found = open.find(key); found != open.end() && found->second.stamp == stamp)
    if (auto slide = found->second.slide.lock(); slide && slide->error().empty()) return slide;
  auto slide = std::make_shared<const Slide>(file);
  open[key] = {stamp, slide};
  return slide;
}

}  // namespace preamar::io::slide
