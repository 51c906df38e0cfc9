package org.flashgrove.cli.command;

import java.util.List;

/**
 * Adds the commands of another module to the command line. Implementations are registered as
 * services, so the jar of the command line does not contain the libraries of other modules.
 */
public interface CommandProvider {
  /** Returns the commands in the order of the usage text. */
  List<Class<? extends StoreCommand>> commands();
}
