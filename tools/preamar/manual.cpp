// Manual pages in the man format, made from the descriptions of commands: preamar(1) and preamar-COMMAND(1).
#include "commands.h"
#include "core/error_text.h"
#include "help.h"

#include <preamar/version.h>

#include <fstream>

namespace preamar::cli {
namespace {

// Plain text as roff: no escapes, no requests, and hyphens that are minus signs.
std::string roff(std::string_view words) {
  std::string escaped;
  for (const char sign : words) {
    if (sign == '\\')
      escaped += "\\e";
    else if (sign == '-')
      escaped += "\\-";
    else
      escaped += sign;
  }
  return escaped.starts_with('.') || escaped.starts_with('\'') ? "\\&" + escaped : escaped;
}

std::string page_heading(const std::string& name, const std::string& summary) {
  std::string upper;
  for (const char letter : name)
    upper += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  return text(".TH \"", roff(upper), "\" 1 \"\" \"preamar ", version(), "\" \"Preamar\"\n.SH NAME\n", roff(name),
              " \\- ", roff(summary), "\n");
}

std::string item(const std::string& form, const std::string& help) {
  return text(".TP\n.B ", roff(form), "\n", roff(help), "\n");
}

std::string option_items(const Command& command, Section section) {
  std::string items;
  for (const OptionSpec& option : command.options)
    if (option.section == section) items += item(option_form(option), option.help);
  return items;
}

std::string example_of(const Command& command) {
  if (command.example.empty()) return "";
  return text(".SH EXAMPLES\n.nf\n", roff(command.example), "\n.fi\n");
}

constexpr const char* exit_status =
    ".SH EXIT STATUS\n.TP\n.B 0\nThe command succeeded.\n.TP\n.B 1\nIt failed: a file cannot be read or written, "
    "memory "
    "does not suffice, or a device is missing.\n.TP\n.B 2\nThe call is wrong: an unknown option, a value out of range, "
    "images that do not match.\n.TP\n.B 3\nThe input is refused: NaN, or a type that the operator or the format does "
    "not take.\n.TP\n.B 130\nThe user stopped it.\n";

std::string page_of(const Command& command) {
  std::string page = page_heading("preamar-" + command.name, command.summary);
  page += text(".SH SYNOPSIS\n.B ", roff(usage_text(command)), "\n.SH DESCRIPTION\n", roff(command.summary), ".\n");
  if (!command.note.empty()) page += text(".PP\n", roff(command.note), "\n");
  if (!command.arguments.empty()) page += ".SH ARGUMENTS\n";
  for (const ArgumentSpec& argument : command.arguments) page += item(argument.name, argument.help);
  page += text(".SH OPTIONS\n", option_items(command, Section::own), option_items(command, Section::frequent),
               option_items(command, Section::common));
  return text(page, example_of(command), exit_status, ".SH SEE ALSO\n.BR preamar (1)\n");
}

std::string overview_page() {
  std::string page =
      page_heading("preamar", "morphological reconstruction, labelling, distances and filters for images");
  page += text(".SH SYNOPSIS\n.B ", roff("preamar COMMAND FILE... -o FILE [options]"),
               "\n.SH DESCRIPTION\nEach operator reads image files and writes its result to the files after ",
               roff("-o"), ".\nThe suffix of a file name sets its format.\n");
  std::string last;
  for (const Command& command : all_commands()) {
    if (command.hidden) continue;
    if (command.heading != last) page += text(".SS ", roff(last = command.heading), "\n");
    page += text(".TP\n.BR ", roff("preamar-" + command.name), " (1)\n", roff(command.summary), "\n");
  }
  return page + exit_status;
}

void write_page(const Path& file, const std::string& page) {
  std::ofstream stream(file, std::ios::binary);
  if (!(stream << page).flush()) throw Error(ErrorKind::io, text(file.string(), ": cannot be written"));
}

}  // namespace

void run(const ManualRequest& request) {
  std::filesystem::create_directories(request.folder);
  write_page(request.folder / "preamar.1", overview_page());
  for (const Command& command : all_commands())
    if (!command.hidden) write_page(request.folder / text("preamar-", command.name, ".1"), page_of(command));
}

}  // namespace preamar::cli
