#R2S_FUNC
static T menor(E pixel1, E pixel2) {
    return pixel1 < pixel2 ? pixel1 : pixel2; }

#R2S_FUNC
static T maior(E pixel1, E pixel2) {
    return pixel1 > pixel2 ? pixel1 : pixel2; }
