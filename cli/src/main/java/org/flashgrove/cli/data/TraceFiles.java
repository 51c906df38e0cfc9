package org.flashgrove.cli.data;

import java.io.IOException;
import java.nio.file.Path;
import org.flashgrove.datasets.csv.TraceCsvWriter;
import org.flashgrove.datasets.csv.TraceCursor;
import org.flashgrove.datasets.csv.TraceForm;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.trace.TraceReader;
import org.flashgrove.simulator.trace.TraceRequest;
import org.flashgrove.simulator.trace.TraceSource;
import org.flashgrove.simulator.trace.TraceWriter;

/** Opens and writes trace files. */
final class TraceFiles {
  /** Format of a trace file. */
  enum Format {
    /** Binary format of this program. */
    NATIVE(null),
    /** CSV of the Storage Performance Council. */
    SPC(TraceForm.SPC),
    /** CSV of Microsoft Research, Cambridge. */
    MSR(TraceForm.MSR);

    private final TraceForm form;

    Format(TraceForm form) {
      this.form = form;
    }

    boolean isCsv() {
      return form != null;
    }
  }

  private TraceFiles() {}

  /** Opens a trace. The policy decides about invalid CSV rows. */
  static TraceSource open(String path, Format format, BadRowPolicy policy) {
    return format.isCsv()
        ? new CsvTrace(TraceCursor.open(path, format.form, policy))
        : TraceReader.open(Path.of(path));
  }

  /** Writes all requests of a trace to a file. Returns the number of requests. */
  static long write(TraceSource trace, String path, Format format) throws IOException {
    try (OutputFile file = OutputFile.named(path)) {
      long count = write(trace, file, format);
      file.complete();
      return count;
    }
  }

  private static long write(TraceSource trace, OutputFile file, Format format) throws IOException {
    TraceRequest request = new TraceRequest();
    if (!format.isCsv()) {
      try (TraceWriter writer = TraceWriter.to(file.open(), file.name(), trace.isTimed())) {
        while (trace.next(request)) {
          writer.write(request);
        }
        return writer.count();
      }
    }
    long count = 0;
    try (TraceCsvWriter writer = TraceCsvWriter.create(file, format.form)) {
      for (; trace.next(request); count++) {
        writer.write(
            request.arrivalNanos(),
            request.unit(),
            request.kind() == OperationKind.WRITE,
            request.offsetBytes(),
            request.lengthBytes());
      }
    }
    return count;
  }

  private record CsvTrace(TraceCursor cursor) implements TraceSource {
    @Override
    public boolean isTimed() {
      return true;
    }

    @Override
    public boolean next(TraceRequest into) {
      if (!cursor.next()) {
        return false;
      }
      into.set(cursor.isWrite() ? OperationKind.WRITE : OperationKind.READ, Origin.HOST)
          .arriveAt(cursor.arrivalNanos())
          .cover(cursor.unit(), cursor.offsetBytes(), cursor.lengthBytes());
      return true;
    }

    @Override
    public void close() {
      cursor.close();
    }
  }
}
