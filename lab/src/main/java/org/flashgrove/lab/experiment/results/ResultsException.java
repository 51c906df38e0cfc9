package org.flashgrove.lab.experiment.results;

/** Thrown when a results file cannot be read or written. The message gives the reason. */
public final class ResultsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ResultsException(String message, Throwable cause) {
    super(message, cause);
  }
}
