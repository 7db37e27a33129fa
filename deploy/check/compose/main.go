// Loads compose files as Docker Compose does: their schema, what they interpolate, and that all they name is there.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	for _, file := range os.Args[1:] {
		options, err := cli.NewProjectOptions([]string{file},
			cli.WithWorkingDirectory(filepath.Dir(file)),
			cli.WithEnv([]string{"INLET_HOST=inlet.example.com", "SMTP_NAME=mx.example.com", "MONGO_PASSWORD=a", "MONGO_ROOT_PASSWORD=b"}))
		if err != nil {
			fail(file, err)
		}
		project, err := options.LoadProject(context.Background())
		if err != nil {
			fail(file, err)
		}
		for name, service := range project.Services {
			for _, volume := range service.Volumes {
				if volume.Type != "bind" {
					continue
				}
				if _, err := os.Stat(volume.Source); err != nil {
					fail(file, fmt.Errorf("%s: %w", name, err))
				}
			}
			if service.Build == nil {
				continue
			}
			if _, err := os.Stat(filepath.Join(service.Build.Context, service.Build.Dockerfile)); err != nil {
				fail(file, fmt.Errorf("%s: %w", name, err))
			}
		}
		fmt.Printf("%s: %d services\n", file, len(project.Services))
	}
}

func fail(file string, err error) {
	fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
	os.Exit(1)
}
