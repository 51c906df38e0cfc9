package org.flashgrove.cli;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Random;
import java.util.UUID;
import org.flashgrove.access.attribute.AttributeType;

/** Values of attributes drawn at random, awkward text among them. */
final class MadeValues {
  private static final String[] TEXTS = {
    "",
    " ",
    "a,b",
    "\"",
    "line\nline",
    "\r",
    "tab\there",
    "#",
    "null",
    "é\u4e2d\ud83d\ude00",
    "'",
    "\\",
    "x;y|z"
  };

  private MadeValues() {}

  static Object of(Random random, AttributeType type) {
    return switch (type) {
      case BOOLEAN -> random.nextBoolean();
      case INT -> random.nextInt();
      case LONG -> random.nextLong();
      case DOUBLE -> random.nextInt(50) == 0 ? Double.NaN : random.nextGaussian() * 1e6;
      case DECIMAL -> new BigDecimal(new BigInteger(90, random), random.nextInt(40) - 20);
      case STRING ->
          TEXTS[random.nextInt(TEXTS.length)]
              + random.nextInt(9)
              + TEXTS[random.nextInt(TEXTS.length)];
      case BYTES -> {
        byte[] bytes = new byte[random.nextInt(12)];
        random.nextBytes(bytes);
        yield bytes;
      }
      case DATE -> LocalDate.ofEpochDay(random.nextInt(60_000) - 30_000);
      case INSTANT -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
      case UUID -> new UUID(random.nextLong(), random.nextLong());
    };
  }
}
