package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows that the harnesses find errors. For each sync, checksum test and step that {@link Mutation}
 * lists, a harness must fail if this part is removed.
 */
class MutationTest {
  private static final String SEED = "1";

  @TempDir Path scratch;

  /** The source text that each mutation replaces must still exist in the code. */
  @Test
  void allRemovalsHaveTheirPlace() throws IOException {
    PatchedSources sources = new PatchedSources(scratch);
    List<String> lost = new ArrayList<>();
    for (Mutation mutation : Mutation.all()) {
      for (PatchedSources.Patch patch : mutation.patches()) {
        if (!sources.applies(patch)) {
          lost.add(mutation.name() + ", " + patch.file());
        }
      }
    }
    assertThat(lost).isEmpty();
  }

  /** The short forms of the harnesses find no error in the unchanged code. */
  @Tag("long")
  @ParameterizedTest
  @MethodSource("finders")
  void nothingIsFoundInTheCodeAsItIs(String finder) throws IOException {
    PatchedSources.Outcome outcome = run(List.of(), finder);
    assertThat(outcome.exitCode()).as(outcome.lastLine()).isZero();
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("org.flashgrove.access.Mutation#all")
  void eachRemovalIsFound(Mutation mutation) throws IOException {
    PatchedSources.Outcome outcome = run(mutation.patches(), mutation.found());
    assertThat(outcome.exitCode())
        .as(mutation.name() + ": " + outcome.lastLine())
        .isEqualTo(MutationTarget.FOUND);
    String by = mutation.found().substring(mutation.found().lastIndexOf('.') + 1);
    System.out.println("MutationTest: | " + mutation.name() + " | " + by + " |");
  }

  static List<String> finders() {
    return Mutation.all().stream().map(Mutation::found).distinct().collect(Collectors.toList());
  }

  private PatchedSources.Outcome run(List<PatchedSources.Patch> patches, String finder)
      throws IOException {
    return new PatchedSources(scratch).run(patches, MutationTarget.class.getName(), SEED, finder);
  }
}
