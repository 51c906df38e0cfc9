package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;

class FlashSpecTest {
  private static void refused(String flash, String device, String message) {
    assertThatThrownBy(
            () ->
                StoreOptions.defaults()
                    .withIndex("rstar")
                    .withDevice(device)
                    .withFlash(flash)
                    .design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    refused("efind+cache", "memory", "unknown part 'cache' after + (allowed: pool)");
    refused("microgf", "memory", "flash 'microgf' is not supported");
    refused("none+pool", "memory", "none is a pool itself; set its buffer and policy keys");
    refused("efind+pool+pool", "memory", "unknown part 'pool+pool'");
  }

  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "fkdb:unit=0 | unit=0",
        "gffm:hot=200% | hot=200%",
        "gffm | which has no log: operations are durable only at a checkpoint"
      })
  void settingsOfABufferThatMakeNoSenseAreRefused(String flash, String message) {
    refused(flash, "memory", message);
  }
}
