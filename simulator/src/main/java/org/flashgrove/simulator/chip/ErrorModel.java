package org.flashgrove.simulator.chip;

/**
 * Seeded, deterministic model of errors. It decides when reads need retries or fail, and when
 * programs and erases fail.
 */
public interface ErrorModel {
  /**
   * Error model in which every read takes one sensing operation and no program or erase fails. Only
   * a power cut can then make pages unreadable.
   */
  ErrorModel NONE =
      new ErrorModel() {
        @Override
        public int senses(int eraseCount, int readsSinceErase, long ageNanos) {
          return 1;
        }

        @Override
        public int sensesAtMost() {
          return 1;
        }

        @Override
        public boolean programFails(int eraseCount) {
          return false;
        }

        @Override
        public boolean eraseFails(int eraseCount) {
          return false;
        }
      };

  /**
   * Returns the number of sensing operations that a read of a programmed page takes, at least 1. If
   * the page cannot be corrected, returns that number negated.
   *
   * @param eraseCount number of erases of the page's block
   * @param readsSinceErase number of reads of the page's block since its last erase, including this
   *     read
   * @param ageNanos time since the block's first page was programmed, in nanoseconds
   */
  int senses(int eraseCount, int readsSinceErase, long ageNanos);

  /**
   * Returns the number of sensing operations that a read takes if the page cannot be corrected, at
   * least 1.
   */
  int sensesAtMost();

  /**
   * Returns whether the next program operation fails, on a block that was erased {@code eraseCount}
   * times.
   */
  boolean programFails(int eraseCount);

  /**
   * Returns whether the next erase operation fails, on a block that was erased {@code eraseCount}
   * times.
   */
  boolean eraseFails(int eraseCount);
}
