// blocks INPUT OUTPUT MEGABYTES TILE: fills the holes of an image file of any size, in blocks. The result is equal to
// that of PreamarGrayscaleFillholeImageFilter on the whole image.
#include "itkPreamarConfiguration.h"

#include <preamar/blocks.h>
#include <preamar/error.h>
#include <preamar/io.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

int main(int argc, char* argv[]) {
  if (argc != 5) {
    std::cerr << "blocks INPUT OUTPUT MEGABYTES TILE\n";
    return EXIT_FAILURE;
  }
  auto configuration = itk::PreamarConfiguration::New();
  configuration->SetMemory(std::stoll(argv[3]) << 20);
  configuration->SetTile(std::stoll(argv[4]));
  try {
    const std::filesystem::path inputs[] = {argv[1]}, outputs[] = {argv[2]};
    preamar::BlockSettings settings = configuration->GetBlockSettings(preamar::describe(argv[1]).type.shape.rank());
    settings.write.overwrite = true;
    const preamar::BlockReport report = preamar::run_in_blocks(preamar::operator_named("fill_holes"), inputs, outputs,
                                                               {}, settings, configuration->GetExecution());
    std::cout << report.plan.blocks << " blocks of " << report.plan.block.text() << ", each read "
              << report.plan.reads_per_block << " times\n";
  } catch (const preamar::Error& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
