package org.flashgrove.storage.file;

/**
 * Registered readers of a store that another process may write. Each opening has one position, the
 * number of the newest log frame that it has seen. A reader sees the slots and blocks that are
 * valid after this frame, and the writer does not reuse them while the reader is registered.
 *
 * <p>A reader registers before it reads anything ({@link #enter}) and publishes its position once
 * it knows it ({@link Mark#settle}). The writer looks for positions after it has made a replacement
 * durable. Therefore either the writer sees the reader, or the reader sees the replacement.
 */
public interface StoreReaders {
  /** Readers of a store that nobody else can open: there are none. */
  StoreReaders NONE =
      new StoreReaders() {
        @Override
        public Mark enter(long frame) {
          return new Mark() {
            @Override
            public void settle(long position) {
              // nobody asks
            }

            @Override
            public void close() {
              // nobody asks
            }
          };
        }

        @Override
        public ReaderPositions positions(long newestFrame) {
          return ReaderPositions.NONE;
        }
      };

  /** The registration of one reader. */
  interface Mark extends AutoCloseable {
    /** Names the position of the reader, at least the frame that it entered with. */
    void settle(long position);

    /** Ends the registration; the reader reads nothing any more. A second call does nothing. */
    @Override
    void close();
  }

  /**
   * Registers a reader that is about to find its position.
   *
   * @param frame a frame of the store; the position will not be before it
   */
  Mark enter(long frame);

  /**
   * Returns where readers are at this moment; for the writer.
   *
   * @param newestFrame number of the newest frame of the log, behind which no reader is
   */
  ReaderPositions positions(long newestFrame);
}
