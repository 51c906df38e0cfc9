package org.flashgrove.storage.file;

/**
 * The readers of a store that one process writes: other openings of it, in any process, each at one
 * position. A position is the number of the newest log frame that a reader has seen: the reader
 * sees the slots and blocks that count after this frame, and the writer gives none of them to
 * another content for as long as the reader is registered.
 *
 * <p>A reader registers before it looks at anything ({@link #enter}) and names its position when it
 * knows it ({@link Mark#settle}). The writer asks for positions after it made durable what takes
 * the place of something: so either it sees the reader, or the reader sees what is new.
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
