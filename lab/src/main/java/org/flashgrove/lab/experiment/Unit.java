package org.flashgrove.lab.experiment;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Computes the name under which an {@link Archive} stores a unit of executions. The name is a hash
 * of everything that determines the result.
 */
public final class Unit {
  private Unit() {}

  /** Returns the SHA-256 of the texts of some values, in hexadecimal digits. */
  public static String of(Object... values) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Object value : values) {
        digest.update(String.valueOf(value).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JVM supports SHA-256
    }
  }
}
