package org.flashgrove.storage.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.spec.AbsentKindException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;

/** Kinds of devices where no other module is on the class path, as an application has it. */
class DeviceKindsTest {
  @Test
  void filesAndMemoryAreAlwaysThere() {
    assertThat(DeviceKinds.names()).containsExactly("direct", "buffered", "memory", "auto");
    assertThat(DeviceKinds.read(Spec.parse("memory")).isForgotten()).isTrue();
    DeviceConfig buffered = DeviceKinds.read(Spec.parse("BUFFERED:placement=home"));
    assertThat(buffered.isForgotten()).isFalse();
    assertThat(buffered.isSimulated()).isFalse();
    assertThat(buffered).hasToString("buffered:placement=home");
  }

  @Test
  void aKindOfAnAbsentModuleIsAnsweredWithTheModule() {
    for (String spec : new String[] {"nand:chip=thesis", "hdd"}) {
      assertThatThrownBy(() -> DeviceKinds.read(Spec.parse(spec)))
          .isInstanceOf(AbsentKindException.class)
          .hasMessageContaining("device '" + Spec.parse(spec).name() + "'")
          .hasMessageContaining("org.flashgrove:flashgrove-simulator")
          .hasMessageContaining("not on the class path; add the dependency");
    }
  }

  @Test
  void anUnknownKindIsAnsweredWithThoseThereAre() {
    assertThatThrownBy(() -> DeviceKinds.read(Spec.parse("tape")))
        .isExactlyInstanceOf(SpecException.class)
        .hasMessage("unknown device 'tape' (allowed: direct, buffered, memory, auto)");
  }
}
