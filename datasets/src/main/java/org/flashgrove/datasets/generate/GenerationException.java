package org.flashgrove.datasets.generate;

/**
 * Thrown when random draws find nothing that the parameters allow. The message names the object
 * that could not be placed.
 */
public final class GenerationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public GenerationException(String message) {
    super(message);
  }
}
