package org.flashgrove.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Choices among costs that were made up. */
class ProposalsTest {
  private static final long MANY = 1 << 20;
  private static final long FEW = 1 << 18;

  private static Trial trial(
      String tree, String buffer, int page, long memory, double reads, double writes, double s) {
    return new Trial(
        new Candidate(tree, buffer, tree, buffer, page, memory),
        reads,
        writes,
        0,
        1e6 * s,
        List.of(1e6 * s),
        List.of(reads));
  }

  @Test
  void theLeastTimeComesFirstAndOthersHaveReasons() {
    List<Trial> trials =
        List.of(
            trial("rstar", Candidate.PLAIN, 4096, MANY, 50, 900, 20),
            trial("rstar", "efind", 4096, MANY, 100, 300, 10),
            trial("rstar", "efind", 4096, FEW, 110, 320, 11),
            trial("hilbert", "efind", 8192, MANY, 90, 310, 12),
            trial("rstar", "fast", 4096, MANY, 130, 340, 14));
    List<Proposal> proposals = new Proposals(trials, trials).choose(false);
    assertThat(proposals.stream().map(each -> trials.indexOf(each.trial())))
        .containsExactly(1, 3, 2);
    assertThat(proposals.get(0).reasons().get(0))
        .contains("10.000 s", "rstar under plain pool", "2.00 times");
    assertThat(proposals.get(1).reasons())
        .hasSize(2)
        .first()
        .asString()
        .contains("reads the fewest", "10.0 % fewer", "20.0 % more");
    assertThat(proposals.get(2).reasons().get(0)).contains("256 KiB", "10.0 % more");
    assertThat(Proposals.undominated(trials)).hasSize(4);
  }

  @Test
  void aRealDeviceAlsoGetsLargerPages() {
    List<Trial> trials =
        List.of(
            trial("rstar", "efind", 4096, MANY, 10, 30, 10),
            trial("rstar", "efind", 8192, MANY, 12, 40, 13));
    assertThat(new Proposals(trials, trials).choose(false)).hasSize(1);
    assertThat(new Proposals(trials, trials).choose(true)).hasSize(2);
  }

  @Test
  void cellsAgreeWhereGainsHaveOneSign() {
    List<Trial> simulated =
        List.of(
            trial("rstar", Candidate.PLAIN, 4096, MANY, 50, 900, 20),
            trial("rstar", "efind", 4096, MANY, 100, 300, 10),
            trial("rstar", "fast", 4096, MANY, 40, 300, 15),
            trial("grove", "", 4096, MANY, 40, 300, 5),
            trial("hilbert", "efind", 4096, MANY, 40, 300, 5));
    List<Trial> measured =
        List.of(
            trial("rstar", Candidate.PLAIN, 4096, MANY, 0, 0, 2),
            trial("rstar", "efind", 4096, MANY, 0, 0, 3),
            trial("rstar", "fast", 4096, MANY, 0, 0, 1.5),
            trial("grove", "", 4096, MANY, 0, 0, 1),
            trial("hilbert", "efind", 4096, MANY, 0, 0, 1.2));
    DeviceComparison comparison = DeviceComparison.of(simulated, measured);
    assertThat(comparison.cells()).isEqualTo(3); // hilbert has no plain pool beside it
    assertThat(comparison.agreeing()).isEqualTo(2);
    assertThat(comparison.agreeingReads()).isEqualTo(3);
    assertThat(comparison.best().candidate().tree()).isEqualTo("grove");
  }

  @Test
  void trialsOfAPartHaveThatPartOfMemoryAndWindowsThatFindAsMany() throws Exception {
    Candidate candidate =
        new Candidate("rstar", "efind", "rstar", "efind:buffer={memory},log={log}", 4096, MANY);
    assertThat(candidate.flash(1)).isEqualTo("efind:buffer=1024K,log=10240K");
    assertThat(candidate.flash(0.25)).isEqualTo("efind:buffer=256K,log=2560K");
    AdviceWorkload all = AdviceWorkload.read("all", List.of());
    String quarter = all.document(0.25).toString();
    assertThat(quarter).contains("percent=0.04", "percent=0.4", "percent=0.004");
    assertThat(all.document(1).toString()).contains("percent=0.01", "percent=0.1");
    assertThat(AdviceWorkload.read("query", List.of()).phases())
        .containsExactly("0.001%", "0.01%", "0.1%", "point", "nearest");
  }
}
