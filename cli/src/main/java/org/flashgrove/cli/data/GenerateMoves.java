package org.flashgrove.cli.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.flashgrove.cli.command.OutputFiles;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.csv.EntryWriter;
import org.flashgrove.datasets.csv.MoveWriter;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.generate.motion.MovingObjects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Generates moving points: a file with their first positions, and a file with their moves. */
@Command(
    name = "moves",
    description =
        "Generate moving points: a file of start positions for 'build' (--points), and a file of"
            + " moves for 'update' (--out).")
final class GenerateMoves extends GenerateCommand.Generation {
  @Option(
      names = "--objects",
      paramLabel = "N",
      required = true,
      description = "Number of points that move; --count is the number of moves.")
  private int objects;

  @Option(
      names = "--points",
      paramLabel = "FILE",
      required = true,
      description = "CSV file to write, with the start positions of the points.")
  private String points;

  @Option(
      names = "--movement",
      defaultValue = "uniform",
      description = "Kind of movement: uniform, gaussian or network (default: ${DEFAULT-VALUE}).")
  private MovingObjects.Movement movement;

  @Option(
      names = "--max-speed",
      paramLabel = "V",
      defaultValue = "100",
      description =
          "Maximum speed, in units of the extent per unit of time (default: ${DEFAULT-VALUE}).")
  private double maxSpeed;

  @Option(
      names = "--interval",
      paramLabel = "T",
      defaultValue = "120",
      description = "Maximum time between two moves of a point (default: ${DEFAULT-VALUE}).")
  private int interval;

  @Option(
      names = "--hubs",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "With the movement network: number of hubs, at which routes end (default:"
              + " ${DEFAULT-VALUE}).")
  private int hubs;

  @Option(
      names = "--extent",
      paramLabel = "MINX,MINY,MAXX,MAXY",
      defaultValue = "0,0," + MovingObjects.DEFAULT_SIDE + "," + MovingObjects.DEFAULT_SIDE,
      description = "Rectangle in which the points move (default: ${DEFAULT-VALUE}).")
  private String extent;

  GenerateMoves(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    String moves = output().file();
    requireCsvOutput();
    OutputFiles.requireCsv("--points", points);
    if (!points.equals("-")) {
      OutputFiles.require("--points", Path.of(points));
    }
    OutputFiles.requireOther("--points", points, "--out", List.of(moves));
    MovingObjects generator =
        new MovingObjects(
            movement,
            objects,
            output().count(),
            Extent.parse(extent),
            maxSpeed,
            interval,
            hubs,
            output().seed());
    write(generator, moves);
    report();
    return 0;
  }

  private void write(MovingObjects generator, String moves) throws IOException {
    try (OutputFile first = OutputFile.named(points);
        OutputFile second = OutputFile.named(moves)) {
      try (EntryWriter places = EntryWriter.points(first);
          MoveWriter writer = MoveWriter.create(second);
          Progress progress = new Progress(terminal(), "generate", objects + output().count())) {
        generator.generate(
            (id, minX, minY, maxX, maxY) -> {
              places.accept(id, minX, minY, maxX, maxY);
              progress.step();
            },
            (id, oldX, oldY, x, y) -> {
              writer.accept(id, oldX, oldY, x, y);
              progress.step();
            });
      }
      first.complete();
      second.complete();
    }
  }
}
