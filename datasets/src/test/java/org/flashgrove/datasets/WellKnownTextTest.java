package org.flashgrove.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.PrecisionModel;

/** The SRID of geometries that are read from text. */
class WellKnownTextTest {
  private final GeometryFactory factory = new GeometryFactory(new PrecisionModel(), 4326);

  @Test
  void textWithoutAnSridKeepsThatOfTheFactory() {
    assertThat(new WellKnownText(factory).read("POINT (1 2)").getSRID()).isEqualTo(4326);
  }

  @Test
  void textWithAnSridOverridesTheFactory() {
    WellKnownText reader = new WellKnownText(factory);
    assertThat(reader.read("SRID=3857;POINT (1 2)").getSRID()).isEqualTo(3857);
    assertThat(reader.srid()).isEqualTo(3857);
    assertThatThrownBy(() -> reader.read("POINT (1 2)")).hasMessage("SRID none follows SRID 3857");
  }
}
