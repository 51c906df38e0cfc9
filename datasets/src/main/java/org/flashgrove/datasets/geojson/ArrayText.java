package org.flashgrove.datasets.geojson;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Text after an opening bracket, so that its values become members of an array. */
final class ArrayText extends FilterReader {
  private boolean isBegun;

  ArrayText(Reader text) {
    super(text);
  }

  @Override
  public int read(char[] into, int from, int length) throws IOException {
    if (isBegun || length == 0) {
      return super.read(into, from, length);
    }
    isBegun = true;
    into[from] = '[';
    return 1;
  }
}
