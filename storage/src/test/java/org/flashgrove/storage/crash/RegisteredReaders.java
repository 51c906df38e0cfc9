package org.flashgrove.storage.crash;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.storage.file.ReaderPositions;
import org.flashgrove.storage.file.StoreReaders;

/** Readers of a store that are registered in memory: they outlive the one that writes. */
public final class RegisteredReaders implements StoreReaders {
  private final List<Registration> registrations = new ArrayList<>();

  /** A reader's registration. */
  private final class Registration implements Mark {
    private long frame;
    private boolean isSettled;

    Registration(long frame) {
      this.frame = frame;
    }

    @Override
    public void settle(long position) {
      synchronized (registrations) {
        if (position < frame) {
          throw new IllegalArgumentException("position " + position + " before " + frame);
        }
        frame = position;
        isSettled = true;
      }
    }

    @Override
    public void close() {
      synchronized (registrations) {
        registrations.remove(this);
      }
    }
  }

  @Override
  public Mark enter(long frame) {
    synchronized (registrations) {
      Registration added = new Registration(frame);
      registrations.add(added);
      return added;
    }
  }

  @Override
  public ReaderPositions positions(long newestFrame) {
    synchronized (registrations) {
      return ReaderPositions.of(frames(true), frames(false));
    }
  }

  private List<Long> frames(boolean settled) {
    return registrations.stream()
        .filter(each -> each.isSettled == settled)
        .map(each -> each.frame)
        .toList();
  }
}
