
typedef struct{
    int tolerancia;
} data;

[[clang::annotate("preamar::map by-place")]]
static unsigned char binarizador(unsigned char pixel, int index, data parametro){
    return pixel + parametro.tolerancia > 127 ? 255 : 0 ;
}
