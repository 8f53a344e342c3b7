[[clang::annotate("preamar::histogram by-place")]]
static void r2vProcessor(unsigned char entrada, int* saida, int bins){
    saida[entrada] += 1;
}
