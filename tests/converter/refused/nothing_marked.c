unsigned char invert(unsigned char pixel) { return 255 - pixel; }
