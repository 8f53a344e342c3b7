#STRUCT
typedef struct{
    int tolerancia;
} data;

#P2P_FUNC
static unsigned char binarizador(unsigned char pixel, int index, data parametro){
    return pixel + parametro.tolerancia > 127 ? 255 : 0 ;
}
