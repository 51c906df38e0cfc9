package org.flashgrove.datasets.source;

import java.time.Duration;

/**
 * Waiting times of an {@link HttpReader}.
 *
 * @param connect longest wait for a connection
 * @param answer longest wait for a complete answer
 * @param attempts number of times that a request is sent if the server does not answer or answers
 *     that it is busy, at least 1
 * @param pause wait before the second attempt; each further wait is twice as long
 */
public record HttpLimits(Duration connect, Duration answer, int attempts, Duration pause) {
  /** Ten seconds for a connection, a minute for an answer, and four attempts. */
  public static final HttpLimits DEFAULTS =
      new HttpLimits(Duration.ofSeconds(10), Duration.ofMinutes(1), 4, Duration.ofMillis(200));

  /** Checks the number of attempts. */
  public HttpLimits {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts " + attempts + " (allowed: 1 or more)");
    }
  }
}
