package org.flashgrove.storage.file.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class CallKindTest {
  @Test
  void theWordOfAKindChoosesIt() {
    Assumptions.assumeTrue(Runtime.version().feature() < 22, "SKIPPED: prints a warning here");
    Assumptions.assumeTrue(CallKind.JFFI.bind() != null, "SKIPPED: no native calls");
    assertThat(CallKind.named("jffi", true).calls()).isInstanceOf(JffiCalls.class);
    CallKind.Choice jnr = CallKind.named("jnr-posix", true);
    assertThat(jnr.calls()).isInstanceOf(JnrPosixCalls.class);
    assertThat(jnr.obstacle()).isNull();
  }

  @Test
  void anUnknownWordIsRefusedWithTheKnownOnes() {
    CallKind.Choice choice = CallKind.named("jna", true);
    assertThat(choice.calls()).isNull();
    assertThat(choice.obstacle())
        .isEqualTo(
            "-Dflashgrove.calls=jna: unknown kind of system calls (allowed: jffi, jnr-posix,"
                + " foreign)");
  }

  @Test
  void aKindThatThePlatformLacksIsRefused() {
    assertThat(CallKind.named("jnr-posix", false).obstacle())
        .isEqualTo(
            "-Dflashgrove.calls=jnr-posix: the system is no 64-bit Linux; leave the property out");
  }

  @Test
  void foreignCallsAreRefusedBefore22() {
    Assumptions.assumeTrue(Runtime.version().feature() < 22, "SKIPPED: they may work here");
    assertThat(CallKind.named("foreign", true).obstacle())
        .startsWith("-Dflashgrove.calls=foreign: Java 22 or later and native access are missing;");
  }
}
