#R2V_FUNC
static void r2vProcessor(unsigned char entrada, int* saida, int bins){
    atomicAdd(&saida[entrada], 1);
}
