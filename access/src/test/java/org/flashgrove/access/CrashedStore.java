package org.flashgrove.access;

import java.util.List;
import org.flashgrove.storage.crash.StoreUnderTest;

/** An open store of a crash scenario. It remembers the newest commit that a sync made durable. */
public abstract class CrashedStore implements StoreUnderTest {
  private final Store opened;
  private long promised;

  protected CrashedStore(Store opened) {
    this.opened = opened;
  }

  /** Notes that all commits so far must survive a power cut. */
  protected final void promise() {
    promised = commitNumber();
  }

  @Override
  public final long commitNumber() {
    return opened.commitNumber();
  }

  @Override
  public final boolean isDurable(long commitNumber) {
    return promised >= commitNumber || opened.isDurable(commitNumber);
  }

  @Override
  public List<String> problems() {
    return opened.check().problems();
  }

  @Override
  public final void close() {
    opened.close();
  }
}
