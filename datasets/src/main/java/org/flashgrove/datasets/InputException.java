package org.flashgrove.datasets;

/**
 * Input that cannot be understood. The message is one line: file, line number, what is wrong, what
 * is allowed.
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long lineNumber;

  /**
   * Describes one problem.
   *
   * @param file name of the file, as the user gave it
   * @param lineNumber line on which the row begins, counted from 1; 0 if the file as a whole is
   *     meant
   * @param wrong what is wrong
   * @param allowed what would have been right
   */
  public InputException(String file, long lineNumber, String wrong, String allowed) {
    this(file, lineNumber, wrong, allowed, null);
  }

  /**
   * Describes one problem that another exception revealed.
   *
   * @param file name of the file, as the user gave it
   * @param lineNumber line on which the row begins, counted from 1; 0 if the file as a whole is
   *     meant
   * @param wrong what is wrong
   * @param allowed what would have been right
   * @param cause the exception that revealed it, may be null
   */
  public InputException(
      String file, long lineNumber, String wrong, String allowed, Throwable cause) {
    this(file, lineNumber, 0, wrong, allowed, cause);
  }

  /**
   * Describes one problem of a text whose lines are not rows.
   *
   * @param column where on the line, counted from 1; 0 if that is not known
   * @param cause the exception that revealed it, may be null
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
   * Describes a problem at a place that is not a line.
   *
   * @param file name of the file, as the user gave it
   * @param place where it is, as in {@code feature 7} or {@code byte 128}
   * @param wrong what is wrong
   * @param allowed what would have been right
   * @param cause the exception that revealed it, may be null
   */
  public InputException(String file, String place, String wrong, String allowed, Throwable cause) {
    super(file + ", " + place + ": " + wrong + "; allowed: " + allowed, cause);
    this.file = file;
    this.lineNumber = 0;
  }

  /**
   * Names the file.
   *
   * @return the name as the user gave it
   */
  public String file() {
    return file;
  }

  /**
   * Returns where the bad row begins.
   *
   * @return line number, counted from 1; 0 if the file as a whole is meant
   */
  public long lineNumber() {
    return lineNumber;
  }
}
