package org.flashgrove.sidecar;

import java.nio.file.Path;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FormatOptions;

/** Builds the index of a data file, and reports the progress. For one thread. */
public final class IndexBuilder {
  /** Receives the progress of a build. */
  public interface Progress {
    /** Called before the first row, with the approximate number of rows to index. */
    void begin(long rows);

    /** Called for each row that has a geometry. */
    void row();
  }

  /** Receiver that ignores the progress. */
  static final Progress UNSEEN =
      new Progress() {
        @Override
        public void begin(long rows) {}

        @Override
        public void row() {}
      };

  private final Path file;
  private final BadRowPolicy policy;
  private final Progress progress;

  /** Creates a builder that reports no progress. */
  IndexBuilder(Path file, BadRowPolicy policy) {
    this(file, policy, UNSEEN);
  }

  /**
   * Creates a builder.
   *
   * @param policy decides about bad rows, as in {@link FileIndex#build(Path, String, BadRowPolicy)}
   */
  public IndexBuilder(Path file, BadRowPolicy policy, Progress progress) {
    this.file = file;
    this.policy = policy;
    this.progress = progress;
  }

  /** Builds and opens the index like {@link FileIndex#build(Path, BadRowPolicy, FormatOptions)}. */
  public FileIndex build(FormatOptions options) {
    SourceFile.open(file, options, null).close(); // a file that cannot be indexed gets no directory
    try (IndexDirectory directory = IndexDirectory.writing(file)) {
      new IndexBuild(file, directory, policy, progress).run(options);
    }
    return FileIndex.open(file);
  }

  /**
   * Opens the index, and builds it first if necessary, like {@link FileIndex#openOrBuild(Path,
   * BadRowPolicy)}.
   */
  public FileIndex openOrBuild() {
    try {
      return FileIndex.open(file);
    } catch (StaleIndexException e) {
      try (IndexDirectory directory = IndexDirectory.writing(file)) {
        new IndexBuild(file, directory, policy, progress).update();
      }
      return FileIndex.open(file);
    }
  }
}
