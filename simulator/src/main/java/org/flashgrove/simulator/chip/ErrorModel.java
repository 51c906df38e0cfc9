package org.flashgrove.simulator.chip;

/** When reads need retries or fail, and when programs and erases fail. Seeded; deterministic. */
public interface ErrorModel {
  /** A chip without errors, except where a power cut or a failure tore something. */
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
   * Senses that a read of a programmed page takes, at least 1; negative, with the number of senses
   * spent, if it cannot be corrected.
   *
   * @param eraseCount erases of its block so far
   * @param readsSinceErase reads of its block since the last erase, this one included
   * @param ageNanos time since its block was first programmed
   */
  int senses(int eraseCount, int readsSinceErase, long ageNanos);

  /** Senses spent on a page that cannot be corrected, at least 1. */
  int sensesAtMost();

  /** Returns whether the next program fails. */
  boolean programFails(int eraseCount);

  /** Returns whether the next erase fails. */
  boolean eraseFails(int eraseCount);
}
