package org.flashgrove.geotools.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example draws what the file has, in the colours of its rules. */
class DrawMapTest {
  private static final int RED = 0xffcc0000;
  private static final int BLUE = 0xff0000cc;
  private static final int WHITE = 0xffffffff;
  private static final MapStyle STYLE =
      MapStyle.of(List.of("area > 3 => #cc0000 #cc0000", "area > 0 => #0000cc #0000cc"));

  @TempDir Path directory;

  private BufferedImage draw(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.writeString(file, text);
    Path store = directory.resolve(name + ".store");
    DrawMap.draw(file.toString(), store, STYLE, "all", 10); // the second time it is there
    return DrawMap.draw(file.toString(), store, STYLE, "0,0,8,4", 80);
  }

  private static void isDrawn(BufferedImage map) {
    assertThat(map.getHeight()).isEqualTo(40);
    assertThat(map.getRGB(15, 25)).isEqualTo(RED); // a square of 2 from 0.5, 0.5
    assertThat(map.getRGB(55, 35)).isEqualTo(BLUE); // a square of 1 from 5, 0
    assertThat(map.getRGB(40, 5)).isEqualTo(WHITE);
  }

  @Test
  void aFileOfGeoJsonBecomesAMap() throws IOException {
    isDrawn(
        draw(
            "two.geojson",
            """
            {"type": "FeatureCollection", "features": [
            {"type": "Feature", "id": 1, "properties": {}, "geometry": {"type": "Polygon",
            "coordinates": [[[0.5, 0.5], [2.5, 0.5], [2.5, 2.5], [0.5, 2.5], [0.5, 0.5]]]}},
            {"type": "Feature", "id": 2, "properties": {}, "geometry": {"type": "Polygon",
            "coordinates": [[[5, 0], [6, 0], [6, 1], [5, 1], [5, 0]]]}}]}
            """));
  }

  @Test
  void aFileOfTextBecomesAMap() throws IOException {
    isDrawn(
        draw(
            "two.csv",
            """
            id,wkt
            1,"POLYGON ((0.5 0.5, 2.5 0.5, 2.5 2.5, 0.5 2.5, 0.5 0.5))"
            2,"POLYGON ((5 0, 6 0, 6 1, 5 1, 5 0))"
            """));
  }

  @Test
  void aRuleOfAnotherFormIsRefused() {
    for (String rule : List.of("area > 3", "area > => #000000 #000000", "area > 3 => red blue")) {
      assertThatThrownBy(() -> MapStyle.of(List.of(rule)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("allowed: FILTER => #rrggbb #rrggbb");
    }
  }
}
