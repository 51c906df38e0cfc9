package org.flashgrove.lab.experiment.results;

/** A file of results cannot be read or written; the message says why, for people. */
public final class ResultsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ResultsException(String message, Throwable cause) {
    super(message, cause);
  }
}
