package org.flashgrove.datasets.generate;

/** The parameters ask for something that random draws do not find; the message says what. */
public final class GenerationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public GenerationException(String message) {
    super(message);
  }
}
