package org.flashgrove.cli.command;

import java.util.List;

/**
 * Adds the commands of another module to the command line. An implementation joins as a service, so
 * that the jar of the command line is free of the module's libraries.
 */
public interface CommandProvider {
  /** Returns the commands in the order of the usage text. */
  List<Class<? extends StoreCommand>> commands();
}
