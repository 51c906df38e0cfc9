package org.flashgrove.cli.input;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options for input files and for the handling of bad rows. */
public final class InputOptions {
  /** Handling of a bad row. */
  public enum OnError {
    /** The command ends. It has changed nothing, except with {@code --acks}. */
    STOP,
    /** The row is reported and skipped. */
    SKIP;

    /**
     * Returns a policy for reading a file.
     *
     * @param onSkip called for each row that is skipped, after it was reported
     */
    public BadRowPolicy reporting(Terminal terminal, Runnable onSkip) {
      if (this == STOP) {
        return BadRowPolicy.STOP;
      }
      return BadRowPolicy.skip(
          bad -> {
            terminal.err().println("flashgrove: left out: " + bad.getMessage());
            onSkip.run();
          });
    }

    /** Returns a policy for reading a file again, whose bad rows were reported before. */
    public BadRowPolicy silent() {
      return this == STOP ? BadRowPolicy.STOP : BadRowPolicy.skip(bad -> {});
    }
  }

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      arity = "1..*",
      description =
          "Data files, such as CSV with id,x,y or id,wkt. The extension selects the format; text"
              + " may be compressed (.gz); - is standard input.")
  private List<String> files;

  @Option(
      names = "--on-error",
      paramLabel = "WHAT",
      defaultValue = "stop",
      description = "What to do at a malformed row: stop or skip (default: ${DEFAULT-VALUE}).")
  private OnError onError;

  @ArgGroup(exclusive = false)
  private DataFileOptions form = new DataFileOptions();

  private final LeftOutObjects leftOut = new LeftOutObjects();
  private long skipped;

  /** Returns the options for reading the input files. */
  public FormatOptions form() {
    return form.read();
  }

  public List<String> files() {
    if (Collections.frequency(files, "-") > 1) {
      throw new IllegalArgumentException(
          "--data -: standard input can be read only once; give - once");
    }
    return files;
  }

  /**
   * Counts and reports the objects that the reader of a file left out because the file is
   * incomplete.
   */
  void leaveOut(Terminal terminal, String path, FeatureCursor cursor) {
    leftOut.add(terminal, path, cursor.leftOut());
  }

  /**
   * Adds the numbers of skipped rows and of left-out objects to the JSON object of a command. Call
   * this after the last file.
   */
  public void addLeftOut(Map<String, Object> members) {
    members.put("skippedRows", skipped);
    leftOut.addTo(members);
  }

  /**
   * Returns the policy for the first reading of the files, which checks every row. The policy
   * either reports and skips a bad row, or stops the command.
   */
  public BadRowPolicy reporting(Terminal terminal) {
    return onError.reporting(terminal, () -> skipped++);
  }

  /**
   * Returns the policy for the second reading of the files. It treats bad rows like the first
   * reading, but reports nothing.
   */
  public BadRowPolicy silent() {
    return onError.silent();
  }
}
