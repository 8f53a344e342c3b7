[[clang::annotate("preamar::histogram")]]
static void r2vProcessor(unsigned char entrada, int* saida, int bins){
    saida[entrada] += 1;
}
