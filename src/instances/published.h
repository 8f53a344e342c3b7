// Images as two articles describe them. IWPP: M. Oliveira, G. Teodoro, "Estudo de novas abordagens para otimizacao do
// padrao de computacao Irregular Wavefront Propagation". Tomography: B. Preto, F. Birra, P. Medeiros, "Identificacao de
// objetos em imagens tomograficas atraves de GPGPUs". docs/instances.md says what the articles leave open.
#pragma once

#include "instances/painter.h"

namespace preamar::painters {

Painter iwpp_circles(const Window& window);         // 0 on 4x4 circles one pixel wide
Painter iwpp_big_circle(const Window& window);      // 0 on a circle one pixel wide around the middle of the last row
Painter iwpp_big_disk(const Window& window);        // 0 in that circle, too
Painter iwpp_central_circle(const Window& window);  // 0 on a circle one pixel wide around the centre
Painter iwpp_random_marker(const Window& window);   // random_bytes on 34 % of the pixels, 0 elsewhere
Painter tomography_blocks(const Window& window);    // 1 in separate cuboids as high as the volume

}  // namespace preamar::painters
