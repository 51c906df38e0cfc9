package org.flashgrove.lab.research;

import java.util.List;
import org.flashgrove.cli.command.CommandProvider;
import org.flashgrove.cli.command.StoreCommand;

/** Adds the commands of this module to the command line. */
public final class LabCommands implements CommandProvider {
  @Override
  public List<Class<? extends StoreCommand>> commands() {
    return List.of(
        RunCommand.class,
        ReportCommand.class,
        CompareCommand.class,
        AdviseCommand.class,
        BenchCommand.class);
  }
}
