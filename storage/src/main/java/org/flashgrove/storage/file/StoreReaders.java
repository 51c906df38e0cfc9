package org.flashgrove.storage.file;

/**
 * Registry of the readers of a store that another process may write. Each registered reader has a
 * position: the number of the newest log frame that the reader has read. The reader sees the slots
 * and blocks that are valid after this frame. The writer does not reuse these slots and blocks
 * while the reader is registered.
 *
 * <p>A reader registers before it reads anything ({@link #enter}). It publishes its position
 * ({@link Mark#settle}) as soon as it knows the position. When the writer replaces a slot or block,
 * it first makes the replacement durable and then looks for positions. Therefore either the writer
 * sees the reader, or the reader sees the replacement.
 */
public interface StoreReaders {
  /** Registry without readers, for stores that no other process can open. */
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
    /**
     * Publishes the position of the reader, which is at least the frame passed to {@link #enter}.
     */
    void settle(long position);

    /** Ends the registration. The reader must not read any more. A second call does nothing. */
    @Override
    void close();
  }

  /**
   * Registers a reader that does not know its position yet.
   *
   * @param frame number of a log frame; the reader's position will be this frame or a later one
   */
  Mark enter(long frame);

  /**
   * Returns the current positions of all readers. The writer calls this.
   *
   * @param newestFrame number of the newest frame of the log; no reader's position is later
   */
  ReaderPositions positions(long newestFrame);
}
