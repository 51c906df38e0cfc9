package org.flashgrove.datasets.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PendingTextTest {
  @Test
  void skippedBytesAreTakenWithTheOthers() throws IOException {
    byte[] bytes = "aé€𝄞b".getBytes(StandardCharsets.UTF_8);
    try (PendingText text = new PendingText(new ByteArrayInputStream(bytes), true)) {
      assertThat(text.skip(-1)).isZero();
      assertThat(text.read()).isEqualTo('a');
      assertThat(text.skip(100)).isEqualTo(bytes.length - 1);
      assertThat(text.read()).isEqualTo(-1);
      assertThat(new String(text.takeUntil(5), StandardCharsets.UTF_8)).isEqualTo("aé€𝄞");
      assertThat(new String(text.takeRest(), StandardCharsets.UTF_8)).isEqualTo("b");
    }
  }
}
