package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsed JSON equals the tree of Jackson. */
class PlainJsonTest {
  private static final JsonMapper JACKSON = new JsonMapper();

  /** Returns a random value. Depth limits the levels below it. */
  private static String json(Random random, int depth) {
    StringBuilder text = new StringBuilder();
    int kind = random.nextInt(depth == 0 ? 5 : 7);
    if (kind < 5) {
      return List.of("true", "null", "-12", "2.5e3", "\"a\\u00e9\\n" + random.nextInt(9) + "\"")
          .get(kind);
    }
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ", ");
      text.append(kind == 5 ? "\"" + (char) ('a' + random.nextInt(4)) + "\": " : "");
      text.append(json(random, depth - 1));
    }
    return kind == 5 ? "{" + text + "}" : "[" + text + "]";
  }

  private static void compare(PlainJson found, JsonNode expected) {
    assertThat(found.isObject()).isEqualTo(expected.isObject());
    assertThat(found.isText()).isEqualTo(expected.isTextual());
    assertThat(found.isNull()).isEqualTo(expected.isNull());
    assertThat(found.text()).isEqualTo(expected.isNull() ? "" : expected.asText());
    assertThat(found.members().keySet()).hasSize(expected.isObject() ? expected.size() : 0);
    expected
        .properties()
        .forEach(
            each -> {
              compare(found.at(each.getKey()), each.getValue());
              assertThat(found.members()).containsKey(each.getKey());
            });
    assertThat(found.at("none").isNull()).isTrue();
    if (expected.isArray() && !expected.isEmpty()) {
      compare(found.first(), expected.get(0));
    } else {
      assertThat(found.first().isNull()).isTrue();
    }
    if (!expected.toString().contains("\\")) {
      assertThat(found).hasToString(expected.toString());
    }
  }

  @Test
  void valuesEqualThoseOfATree() throws JsonProcessingException {
    Random random = Seeds.random();
    for (int i = 0; i < 3_000; i++) {
      String text = json(random, 4);
      compare(PlainJson.parse(text), JACKSON.readTree(text));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[1", "{\"a\" 1}", "nul", "{\"a\":}", "]", "[1,]"})
  void otherTextIsRefused(String text) {
    assertThatExceptionOfType(JsonProcessingException.class)
        .isThrownBy(() -> PlainJson.parse(text));
  }

  @Test
  void anEmptyTextIsNull() throws JsonProcessingException {
    assertThat(PlainJson.parse(" ").isNull()).isTrue();
  }

  @Test
  void deepNestingIsRefused() {
    String deep = "[".repeat(2_000) + "]".repeat(2_000);
    assertThatExceptionOfType(JsonProcessingException.class)
        .isThrownBy(() -> PlainJson.parse(deep));
  }
}
