package org.flashgrove.datasets;

/**
 * Thrown for input that cannot be read. The message is one line with the file, the line number, the
 * problem, and what is allowed.
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long lineNumber;

  /**
   * Creates an exception.
   *
   * @param file name of the file, as the user gave it
   * @param lineNumber line where the malformed row begins, counted from 1; 0 if the problem
   *     concerns the whole file
   * @param wrong description of the problem
   * @param allowed description of what is allowed
   */
  public InputException(String file, long lineNumber, String wrong, String allowed) {
    this(file, lineNumber, wrong, allowed, null);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param file name of the file, as the user gave it
   * @param lineNumber line where the malformed row begins, counted from 1; 0 if the problem
   *     concerns the whole file
   * @param wrong description of the problem
   * @param allowed description of what is allowed
   * @param cause the cause, may be null
   */
  public InputException(
      String file, long lineNumber, String wrong, String allowed, Throwable cause) {
    this(file, lineNumber, 0, wrong, allowed, cause);
  }

  /**
   * Creates an exception for a problem at a line and a column of a text such as JSON.
   *
   * @param column position on the line, counted from 1; 0 if it is unknown
   * @param cause the cause, may be null
   */
  public InputException(
      String file, long lineNumber, int column, String wrong, String allowed, Throwable cause) {
    super(
        file
            + (lineNumber > 0 ? ", line " + lineNumber : "")
            + (lineNumber > 0 && column > 0 ? ", column " + column : "")
            + ": "
            + wrong
            + "; allowed: "
            + allowed,
        cause);
    this.file = file;
    this.lineNumber = lineNumber;
  }

  /**
   * Creates an exception for a place in the file that is not a line.
   *
   * @param file name of the file, as the user gave it
   * @param place the place, such as {@code feature 7} or {@code byte 128}
   * @param wrong description of the problem
   * @param allowed description of what is allowed
   * @param cause the cause, may be null
   */
  public InputException(String file, String place, String wrong, String allowed, Throwable cause) {
    super(file + ", " + place + ": " + wrong + "; allowed: " + allowed, cause);
    this.file = file;
    this.lineNumber = 0;
  }

  /** Returns the name of the file, as the user gave it. */
  public String file() {
    return file;
  }

  /**
   * Returns the line where the bad row begins, counted from 1; 0 if the problem concerns the whole
   * file.
   */
  public long lineNumber() {
    return lineNumber;
  }
}
