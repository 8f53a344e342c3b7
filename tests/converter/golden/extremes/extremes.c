typedef int T; typedef int E; [[clang::annotate("preamar::reduce pixel=uint8")]]
static T menor(E pixel1, E pixel2) {
    return pixel1 < pixel2 ? pixel1 : pixel2; }

[[clang::annotate("preamar::reduce pixel=uint8")]]
static T maior(E pixel1, E pixel2) {
    return pixel1 > pixel2 ? pixel1 : pixel2; }
