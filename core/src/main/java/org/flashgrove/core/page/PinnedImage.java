package org.flashgrove.core.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Image of a page in memory. Several threads may pin the image for reading. Alternatively, one
 * thread may claim the image for changing while no reader pins it. If a buffer drops an image that
 * still has readers, the image is abandoned, and its last reader releases it.
 */
public abstract class PinnedImage extends SharedImage {
  private static final int CLAIMED = -1;
  private static final int ABANDONED = 1 << 30;
  private static final VarHandle HOLDERS;

  static {
    try {
      HOLDERS = MethodHandles.lookup().findVarHandle(PinnedImage.class, "holders", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Number of readers, plus {@link #ABANDONED} if the image is abandoned. The value is {@link
   * #CLAIMED} while the image is claimed.
   */
  @SuppressWarnings("unused") // accessed through HOLDERS
  private volatile int holders;

  /** Creates an image that no reader has pinned. */
  protected PinnedImage() {}

  /** Returns the name of the page, for messages. */
  protected abstract String name();

  /**
   * Adds a reader. The caller holds the lock of the buffer that contains the image, so the image
   * cannot be dropped or changed meanwhile.
   *
   * @throws IllegalStateException if the image is claimed
   */
  public final void pin() {
    if (!tryPin()) {
      throw new IllegalStateException(
          name() + ": is being changed; read it under the lock of its buffer");
    }
  }

  /**
   * Adds a reader unless the image is claimed; returns whether the reader was added. A thread that
   * found the image without a lock must then check that the image still belongs to the page. If it
   * does not, the thread must unpin the image.
   */
  public final boolean tryPin() {
    int now = (int) HOLDERS.getVolatile(this);
    while (now >= 0 && now < ABANDONED) {
      int seen = (int) HOLDERS.compareAndExchange(this, now, now + 1);
      if (seen == now) {
        return true;
      }
      now = seen;
    }
    return false;
  }

  /** Adds a reader to an image that already has a reader. The image may be abandoned. */
  public final void pinAgain() {
    HOLDERS.getAndAdd(this, 1);
  }

  /**
   * Removes a reader.
   *
   * @return whether this was the last reader of an abandoned image; in this case the caller has
   *     claimed the image
   */
  public final boolean unpin() {
    int now = (int) HOLDERS.getVolatile(this);
    while (true) {
      if (now < 0 || (now & ~ABANDONED) == 0) {
        throw new IllegalStateException(
            name() + ": released more often than read; release each read once");
      }
      int left = now == ABANDONED + 1 ? CLAIMED : now - 1;
      int seen = (int) HOLDERS.compareAndExchange(this, now, left);
      if (seen == now) {
        return left == CLAIMED;
      }
      now = seen;
    }
  }

  /** Returns whether the image has a reader. */
  public final boolean isPinned() {
    int now = (int) HOLDERS.getVolatile(this);
    return now > 0 && now != ABANDONED;
  }

  /**
   * Claims the image for changes, so that no reader can pin it until {@link #unclaim}. Returns
   * false, and does nothing, if a reader has pinned it.
   */
  public final boolean tryClaim() {
    return HOLDERS.compareAndSet(this, 0, CLAIMED);
  }

  /** Ends a claim. Readers that pin the image afterwards see its changes. */
  public final void unclaim() {
    HOLDERS.setVolatile(this, 0);
  }

  /**
   * Marks the image as dropped by its buffer.
   *
   * @return whether no reader has pinned the image; in this case the caller has claimed it.
   *     Otherwise the {@link #unpin} of the last reader returns true
   * @throws IllegalStateException if the image is already abandoned
   */
  public final boolean abandon() {
    int now = (int) HOLDERS.getVolatile(this);
    while (true) {
      if (now < 0 || now >= ABANDONED) {
        throw new IllegalStateException(
            name() + ": its page was already returned to the buffer; return it once");
      }
      int after = now == 0 ? CLAIMED : now | ABANDONED;
      int seen = (int) HOLDERS.compareAndExchange(this, now, after);
      if (seen == now) {
        return after == CLAIMED;
      }
      now = seen;
    }
  }
}
