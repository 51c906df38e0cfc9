package org.flashgrove.storage.file;

/**
 * Registered readers of a store that another process may write. Each open reader has a position:
 * the number of the newest log frame that it has seen. A reader sees the slots and blocks that are
 * valid after this frame. The writer does not reuse them while the reader is registered.
 *
 * <p>A reader registers before it reads anything ({@link #enter}), and publishes its position once
 * it knows it ({@link Mark#settle}). The writer looks for positions after it has made a replacement
 * durable. Therefore either the writer sees the reader, or the reader sees the replacement.
 */
public interface StoreReaders {
  /** Used for stores that no other process can open. */
  StoreReaders NONE =
      new StoreReaders() {
        @Override
        public Mark enter(long frame) {
          return new Mark() {
            @Override
            public void settle(long position) {
              // there is no writer in another process
            }

            @Override
            public void close() {
              // there is no writer in another process
            }
          };
        }

        @Override
        public ReaderPositions positions(long newestFrame) {
          return ReaderPositions.NONE;
        }
      };

  /** Registration of a reader. */
  interface Mark extends AutoCloseable {
    /** Sets the position of the reader, at least the frame passed to {@link #enter}. */
    void settle(long position);

    /** Ends the registration. The reader must not read any more. A second call does nothing. */
    @Override
    void close();
  }

  /**
   * Registers a reader that is about to determine its position.
   *
   * @param frame a frame of the store; the position will not be earlier
   */
  Mark enter(long frame);

  /**
   * Returns the current positions of all readers. The writer calls this.
   *
   * @param newestFrame number of the newest frame of the log; no reader's position is later
   */
  ReaderPositions positions(long newestFrame);
}
