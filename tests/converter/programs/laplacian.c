[[clang::annotate("preamar::stencil border=nearest")]]
static float laplacian(float p[3][3]) { return p[0][1] + p[1][0] + p[1][2] + p[2][1] - 4.0f * p[1][1]; }
