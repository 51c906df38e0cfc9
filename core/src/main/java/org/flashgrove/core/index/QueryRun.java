package org.flashgrove.core.index;

import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a query with a limit, geometries or cancellation. It receives the entries that
 * the index finds and forwards matching entries.
 */
final class QueryRun implements EntrySink {
  /** Visitor that ignores all entries. */
  static final EntryVisitor IGNORED = (id, minX, minY, maxX, maxY) -> {};

  private final EntryQuery query;
  private final @Nullable QueryWatch watch;
  private final EntrySink sink;
  private long visited;

  private QueryRun(EntryQuery query, EntrySink sink) {
    this.query = query;
    this.sink = sink;
    watch = query.watch();
  }

  /** Visits the entries that match a query. Returns the number of visited entries. */
  static long visit(EntrySource source, EntryQuery query, EntrySink sink) {
    EntryQuery started = query.start(source.metric());
    if (started.most() == 0) {
      return 0;
    }
    QueryRun run = new QueryRun(started, sink);
    source.scan(started, run);
    return run.visited;
  }

  @Override
  public VisitResult found(
      long id, double minX, double minY, double maxX, double maxY, double distance) {
    QueryWatch.check(watch);
    if (!query.accepts(id, minX, minY, maxX, maxY)) {
      return VisitResult.CONTINUE;
    }
    VisitResult answer = sink.found(id, minX, minY, maxX, maxY, distance);
    return ++visited == query.most() ? VisitResult.STOP : answer;
  }

  @Override
  public boolean takesAll() {
    boolean isWhole = query.most() == Long.MAX_VALUE || query.isNearest();
    return isWhole && sink.takesAll();
  }

  /** Returns a cursor over the entries that match a query. */
  static EntryCursor open(EntrySource source, EntryQuery query) {
    EntryQuery started = query.start(source.metric());
    return new QueryCursor(started, source.open(started));
  }

  /** Returns a stream of the entries of a cursor. Closing the stream closes the cursor. */
  static Stream<Entry> stream(EntryCursor cursor) {
    int traits = Spliterator.NONNULL | Spliterator.IMMUTABLE;
    Spliterator<Entry> entries =
        new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, traits) {
          @Override
          public boolean tryAdvance(Consumer<? super Entry> action) {
            boolean found = cursor.next();
            if (found) {
              action.accept(cursor.entry());
            }
            return found;
          }
        };
    return StreamSupport.stream(entries, false).onClose(cursor::close);
  }
}
